#include "test/ktest.h"

#include <errno.h>
#include <string.h>

#include "base/bitset.h"
#include "base/str.h"
#include "test/test.h"

static const char magic[] = "KTEST", old_magic[] = "BOUT\n", kinds_magic[] = "SHRIKE", uninit_prefix[] = "uninit:";
enum { VERSION = 3, KINDS_VERSION = 1 };

/* ---- writing ---- */

static void add_u32(struct str *out, uint32_t value) {
    char bytes[4] = {(char)(value >> 24), (char)(value >> 16), (char)(value >> 8), (char)value};
    str_add_len(out, bytes, 4);
}

static void add_text(struct str *out, const void *bytes, size_t size) {
    add_u32(out, (uint32_t)size);
    str_add_len(out, bytes, size);
}

static void add_argument(struct str *out, const char *text) {
    add_u32(out, (uint32_t)strlen(text));
    for (; *text; text++) str_add_char(out, (signed char)*text > 0 ? *text : '?');
}

static void add_object(struct str *out, const struct test_input *in) {
    bool uninit = in->kind == TEST_UNINIT;
    add_u32(out, (uint32_t)(strlen(in->name) + (uninit ? sizeof uninit_prefix - 1 : 0)));
    if (uninit) str_add(out, uninit_prefix);
    str_add(out, in->name);
    add_text(out, in->bytes, in->size);
}

static void add_kind(struct str *out, const struct test_input *in, uint32_t place) {
    const char *kind = test_kind_name(in->kind), *type = in->type ? in->type : "";
    add_u32(out, place);
    add_text(out, kind, strlen(kind));
    add_text(out, type, strlen(type));
}

void ktest_write(const struct test *t, const char *const *args, uint32_t nargs, struct str *out) {
    uint32_t n = t->inputs.len;
    vec_u32 order = {0}; /* uninitialised values last */
    for (int last = 0; last < 2; last++)
        for (uint32_t i = 0; i < n; i++)
            if ((t->inputs.data[i].kind == TEST_UNINIT) == last) vec_push(&order, i);
    str_add(out, magic);
    add_u32(out, VERSION);
    add_u32(out, nargs);
    for (uint32_t i = 0; i < nargs; i++) add_argument(out, args[i]);
    add_u32(out, 0);
    add_u32(out, 0);
    add_u32(out, n);
    for (uint32_t i = 0; i < n; i++) add_object(out, &t->inputs.data[order.data[i]]);
    str_add(out, kinds_magic);
    add_u32(out, KINDS_VERSION);
    add_u32(out, n);
    for (uint32_t i = 0; i < n; i++) add_kind(out, &t->inputs.data[order.data[i]], order.data[i]);
    vec_release(&order);
}

/* ---- reading ---- */

struct ktest_reader {
    const char *path;
    const uint8_t *data;
    size_t size, at;
    struct str *error;
};

static bool fail(struct ktest_reader *r, size_t at, const char *what) {
    str_addf(r->error, "%s: byte %zu: %s", r->path, at, what);
    return false;
}

static bool read_u32(struct ktest_reader *r, const char *what, uint32_t *value) {
    if (r->size - r->at < 4) {
        str_addf(r->error, "%s: byte %zu: the file ends before the %s", r->path, r->at, what);
        return false;
    }
    const uint8_t *p = r->data + r->at;
    *value = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    r->at += 4;
    return true;
}

/* How many things follow, none of which is smaller than `least` bytes. */
static bool read_count(struct ktest_reader *r, const char *what, size_t least, uint32_t *count) {
    size_t at = r->at;
    if (!read_u32(r, what, count)) return false;
    if (*count <= (r->size - r->at) / least) return true;
    str_addf(r->error, "%s: byte %zu: %s is %u, more than the file can hold", r->path, at, what, *count);
    return false;
}

static bool read_bytes(struct ktest_reader *r, const char *what, const uint8_t **bytes, uint32_t *size) {
    size_t at = r->at;
    if (!read_u32(r, what, size)) return false;
    if (*size > r->size - r->at) {
        str_addf(r->error, "%s: byte %zu: %s of %u bytes, but only %zu are left", r->path, at, what, *size,
                 r->size - r->at);
        return false;
    }
    *bytes = r->data + r->at;
    r->at += *size;
    return true;
}

/* A text without zeros, for the caller to free. */
static bool read_text(struct ktest_reader *r, const char *what, char **text) {
    const uint8_t *bytes;
    uint32_t size;
    size_t at = r->at;
    if (!read_bytes(r, what, &bytes, &size)) return false;
    if (memchr(bytes, 0, size)) return fail(r, at, "a name contains a zero");
    *text = memcpy(mem_alloc((size_t)size + 1), bytes, size);
    (*text)[size] = '\0';
    return true;
}

static bool read_header(struct ktest_reader *r, uint32_t *version) {
    const size_t n = sizeof magic - 1;
    if (r->size < n || (memcmp(r->data, magic, n) != 0 && memcmp(r->data, old_magic, n) != 0))
        return fail(r, 0, "not a ktest file: it does not start with KTEST");
    r->at = n;
    if (!read_u32(r, "version", version)) return false;
    if (*version >= 1 && *version <= VERSION) return true;
    str_addf(r->error, "%s: byte %zu: unknown version %u", r->path, n, *version);
    return false;
}

static bool read_arguments(struct ktest_reader *r, uint32_t version, ktest_args *args) {
    uint32_t n, unused;
    if (!read_count(r, "number of arguments", 4, &n)) return false;
    for (uint32_t i = 0; i < n; i++) {
        char *text;
        if (!read_text(r, "argument", &text)) return false;
        vec_push(args, text);
    }
    if (version < 2) return true;
    return read_u32(r, "number of symbolic arguments", &unused) && read_u32(r, "length of symbolic arguments", &unused);
}

static bool read_objects(struct ktest_reader *r, struct test *t) {
    uint32_t n, size;
    const uint8_t *bytes;
    if (!read_count(r, "number of objects", 8, &n)) return false;
    for (uint32_t i = 0; i < n; i++) {
        char *name;
        if (!read_text(r, "name", &name)) return false;
        bool ok = read_bytes(r, "object", &bytes, &size);
        if (ok) test_add(t, TEST_BYTES, name, NULL, bytes, size, 0);
        mem_free(name);
        if (!ok) return false;
    }
    return true;
}

/* ---- kinds ---- */

static bool is_argument(const char *name) {
    return str_starts(name, "arg") && strlen(name) >= 5 && strspn(name + 3, "0123456789") == strlen(name + 3);
}

static bool is_file(const char *name) { return name[0] >= 'A' && name[0] <= 'Z' && !strcmp(name + 1, "-data"); }

static enum test_input_kind kind_by_name(const char *name) {
    if (is_argument(name)) return TEST_ARG;
    if (!strcmp(name, "stdin")) return TEST_STDIN;
    if (is_file(name)) return TEST_FILE;
    if (!strcmp(name, "schedule")) return TEST_SCHEDULE;
    return str_starts(name, uninit_prefix) ? TEST_UNINIT : TEST_BYTES;
}

/* What KLEE's model of the system asks for, not the program. */
static bool is_of_klee(const char *name) {
    static const char suffix[] = "-stat";
    if (!strcmp(name, "model_version") || !strcmp(name, "stdin-stat") || !strcmp(name, "stdout-stat")) return true;
    return str_ends(name, suffix) && strlen(name) == sizeof "A-data-stat" - 1 && name[0] >= 'A' && name[0] <= 'Z' &&
           str_starts(name + 1, "-data");
}

static void set_kind(struct test_input *in, enum test_input_kind kind) {
    in->kind = kind;
    if (kind != TEST_UNINIT || !str_starts(in->name, uninit_prefix)) return;
    char *name = mem_strdup(in->name + sizeof uninit_prefix - 1);
    mem_free(in->name);
    in->name = name;
}

static void guess_kinds(struct test *t) {
    struct test kept = {0};
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        struct test_input *in = &t->inputs.data[i];
        if (is_of_klee(in->name)) continue;
        set_kind(in, kind_by_name(in->name));
        test_add(&kept, in->kind, in->name, NULL, in->bytes, in->size, 0);
    }
    test_release(t);
    *t = kept;
}

static bool read_kind(struct ktest_reader *r, struct test_input *in) {
    enum test_input_kind kind;
    char *text;
    size_t at = r->at;
    if (!read_text(r, "kind", &text)) return false;
    bool ok = test_kind_find(text, &kind);
    mem_free(text);
    if (!ok) return fail(r, at, "not a kind of input");
    set_kind(in, kind);
    if (!read_text(r, "type", &text)) return false;
    if (*text) in->type = text;
    else mem_free(text);
    return true;
}

/* Kinds and types of all inputs, and the place in the test of each. */
static bool read_kinds(struct ktest_reader *r, struct test *t, vec_u32 *places) {
    uint32_t version, n = 0, place = 0;
    struct bitset seen = {0};
    bool ok = read_u32(r, "version of the kinds", &version) &&
              (version == KINDS_VERSION || fail(r, r->at - 4, "kinds of an unknown version")) &&
              read_u32(r, "number of kinds", &n) &&
              (n == t->inputs.len || fail(r, r->at - 4, "not as many kinds as objects"));
    for (uint32_t i = 0; ok && i < n; i++) {
        ok = read_u32(r, "place", &place) &&
             ((place < n && bitset_add(&seen, place)) || fail(r, r->at - 4, "not a place, or taken")) &&
             read_kind(r, &t->inputs.data[i]);
        vec_push(places, place);
    }
    bitset_release(&seen);
    if (ok && r->at != r->size) ok = fail(r, r->at, "something follows the end");
    return ok;
}

static void reorder(struct test *t, const vec_u32 *places) {
    struct test sorted = {0};
    vec_resize(&sorted.inputs, t->inputs.len);
    for (uint32_t i = 0; i < t->inputs.len; i++) sorted.inputs.data[places->data[i]] = t->inputs.data[i];
    vec_release(&t->inputs);
    *t = sorted;
}

static bool read_rest(struct ktest_reader *r, struct test *t) {
    const size_t n = sizeof kinds_magic - 1;
    if (r->size - r->at < n || memcmp(r->data + r->at, kinds_magic, n) != 0) {
        if (r->at != r->size) return fail(r, r->at, "something follows the last object");
        guess_kinds(t);
        return true;
    }
    r->at += n;
    vec_u32 places = {0};
    bool ok = read_kinds(r, t, &places);
    if (ok) reorder(t, &places);
    vec_release(&places);
    return ok;
}

void ktest_args_release(ktest_args *args) {
    for (uint32_t i = 0; i < args->len; i++) mem_free(args->data[i]);
    vec_release(args);
}

bool ktest_parse(const char *path, const void *data, size_t size, struct test *t, ktest_args *args, struct str *error) {
    assert(!t->inputs.len);
    struct ktest_reader r = {.path = path, .data = data, .size = size, .error = error};
    ktest_args own = {0};
    uint32_t version;
    bool ok = read_header(&r, &version) && read_arguments(&r, version, &own) && read_objects(&r, t) && read_rest(&r, t);
    if (!ok) test_release(t);
    if (ok && args) *args = own;
    else ktest_args_release(&own);
    return ok;
}

bool ktest_read(const char *path, struct test *t, ktest_args *args, struct str *error) {
    struct str data = {0};
    bool ok = str_read_file(&data, path);
    if (!ok) str_addf(error, "%s: %s", path, strerror(errno));
    ok = ok && ktest_parse(path, str_text(&data), data.len, t, args, error);
    str_release(&data);
    return ok;
}
