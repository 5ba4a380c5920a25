#include "report/ktest.h"

#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "report/test.h"

/* Numbers are big endian: magic, version, arguments, symbolic argvs and their
 * length (since version 2), objects; texts and objects have their length before
 * them. */
struct reader {
    const char *at, *end;
    bool ok;
};

static uint32_t read_number(struct reader *r) {
    if (!r->ok || r->end - r->at < 4) return r->ok = false, 0;
    const unsigned char *p = (const unsigned char *)r->at;
    r->at += 4;
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static const char *read_bytes(struct reader *r, uint32_t *size) {
    *size = read_number(r);
    if (!r->ok || (uint64_t)(r->end - r->at) < *size) return r->ok = false, NULL;
    const char *p = r->at;
    r->at += *size;
    return p;
}

static enum test_input_kind kind_of(const char *name) {
    if (strncmp(name, "arg", 3) == 0 && name[3] && strspn(name + 3, "0123456789") == strlen(name + 3))
        return TEST_ARG;
    if (strcmp(name, "stdin") == 0) return TEST_STDIN;
    if (str_starts(name, "uninit:")) return TEST_UNINIT;
    return str_ends(name, "-data") ? TEST_FILE : TEST_BYTES;
}

static void read_object(struct reader *r, struct test *t) {
    uint32_t len, size;
    const char *text = read_bytes(r, &len), *bytes = read_bytes(r, &size);
    if (!r->ok) return;
    struct str name = {0};
    str_add_len(&name, text, len);
    enum test_input_kind kind = kind_of(str_text(&name));
    test_add(t, kind, str_text(&name) + (kind == TEST_UNINIT ? 7 : 0), NULL, bytes, size, 0);
    str_release(&name);
}

static void read_all(struct reader *r, struct test *t) {
    uint32_t unused, version;
    r->ok = r->end - r->at > 5 && (memcmp(r->at, "KTEST", 5) == 0 || memcmp(r->at, "BOUT\n", 5) == 0);
    r->at += 5;
    version = read_number(r);
    r->ok = r->ok && version >= 1 && version <= 4;
    for (uint32_t n = read_number(r); n && r->ok; n--) read_bytes(r, &unused);
    if (version >= 2) {
        read_number(r);
        read_number(r);
    }
    for (uint32_t n = read_number(r); n && r->ok; n--) read_object(r, t);
}

bool ktest_read(const char *path, struct test *t, struct str *error) {
    struct str bytes = {0};
    bool ok = str_read_file(&bytes, path);
    if (!ok) {
        str_addf(error, "%s: %s", path, strerror(errno));
    } else {
        struct reader r = {str_text(&bytes), str_text(&bytes) + bytes.len, true};
        if (bytes.len > 5)
            read_all(&r, t);
        else
            r.ok = false;
        ok = r.ok;
        if (!ok) str_addf(error, "%s: not a .ktest file, or damaged", path);
    }
    str_release(&bytes);
    return ok;
}
