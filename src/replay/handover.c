#include "replay/handover.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/tempfolder.h"
#include "ir/ir.h"
#include "test/test.h"

/* As in replay/replay_rt.h. */
struct handed_record {
    uint32_t kind, line, instance, offset, name_len, size;
};

static void add_padded(struct str *out, const void *bytes, uint32_t size) {
    static const char zeros[4];
    str_add_len(out, bytes, size);
    str_add_len(out, zeros, (4 - size % 4) % 4);
}

/* Takes "#INSTANCE" and "+OFFSET" off the name. */
static void split_name(struct str *name, struct handed_record *r) {
    char *plus = strrchr(name->data, '+'), *hash, *end;
    if (plus && plus[1]) {
        unsigned long value = strtoul(plus + 1, &end, 10);
        if (!*end) r->offset = (uint32_t)value, *plus = '\0';
    }
    char *line = NULL;
    hash = strrchr(name->data, '#');
    if (hash && hash[1]) {
        unsigned long value = strtoul(hash + 1, &end, 10);
        if (!*end) r->instance = (uint32_t)value, *hash = '\0';
    }
    line = strrchr(name->data, '@');
    if (line && line[1]) {
        unsigned long value = strtoul(line + 1, &end, 10);
        if (!*end) r->line = (uint32_t)value, *line = '\0';
    }
    name->len = strlen(name->data);
}

void handover_inputs(const struct test *t, const struct program *p, struct str *out) {
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        const struct test_input *in = &t->inputs.data[i];
        struct handed_record r = {in->kind, UINT32_MAX, UINT32_MAX, 0, 0, in->size};
        struct str name = {0};
        str_add(&name, in->name ? in->name : "");
        str_add_char(&name, '\0');
        name.len--;
        if (in->kind == TEST_UNINIT) {
            split_name(&name, &r);
            if (r.line == UINT32_MAX && p && in->pos && in->pos < p->positions.len)
                r.line = p->positions.data[in->pos].line;
        }
        r.name_len = (uint32_t)name.len + 1;
        str_add_len(out, (const char *)&r, sizeof r);
        add_padded(out, name.data, r.name_len);
        add_padded(out, in->bytes, in->size);
        str_release(&name);
    }
}

/* "A-data" is the file A. No path may lead out of the folder. */
static bool write_file(const struct test_input *in, const char *folder) {
    struct str name = {0}, path = {0};
    str_add(&name, in->name);
    if (str_ends(in->name, "-data")) name.data[name.len -= 5] = '\0';
    for (char *c = name.data; *c; c++)
        if (*c == '/') *c = '%';
    bool ok = false;
    if (name.len && strcmp(name.data, ".") != 0 && strcmp(name.data, "..") != 0)
        ok = str_write_file(folder_file(folder, name.data, &path), (const char *)in->bytes, in->size);
    else errno = EINVAL;
    str_release(&path);
    str_release(&name);
    return ok;
}

bool handover_files(const struct test *t, const char *input, const char *folder) {
    const char *bytes = "";
    size_t size = 0;
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        const struct test_input *in = &t->inputs.data[i];
        if (in->kind == TEST_STDIN) bytes = (const char *)in->bytes, size = in->size;
        if (in->kind == TEST_FILE && !write_file(in, folder)) return false;
    }
    return str_write_file(input, bytes, size);
}
