#include "test/inline.h"

#include <string.h>

#include "base/str.h"
#include "test/test.h"
#include "text/ctype.h"
#include "text/quote.h"

/* Clocks and the like are found by their names in replay: only results of nondeterministic
 * functions can do without. */
static bool is_plain(const struct test_input *in, struct ctype *type) {
    *type = ctype_find(in->type, false);
    return in->kind == TEST_WORD && in->name && strstr(in->name, "nondet") && type->class != CTYPE_UNKNOWN &&
           type->class != CTYPE_POINTER && type->size == in->size && !strpbrk(in->type, "=\"");
}

void inline_add(const struct test_input *in, struct str *out) {
    struct ctype type;
    if (is_plain(in, &type)) {
        str_addf(out, "%s=", in->type);
        ctype_add_value(out, &type, in->bytes);
        return;
    }
    str_addf(out, "%s ", test_kind_name(in->kind));
    str_add(out, in->name ? in->name : "");
    str_add_char(out, '=');
    quote_add(out, in->bytes, in->size, NULL);
}

static bool wrong(struct str *error, const char *word, const char *what) {
    str_addf(error, "--with '%s': %s", word, what);
    return false;
}

static bool read_bytes(const char *word, enum test_input_kind kind, const char *name, struct test *t,
                       struct str *error) {
    const char *equal = strstr(name, "=\"");
    if (!equal) return wrong(error, word, "expected NAME=\"...\" after the kind");
    struct str label = {0}, bytes = {0};
    const char *text = equal + 1;
    str_add_len(&label, name, (size_t)(equal - name));
    bool ok = quote_read(&text, &bytes) && !*text && bytes.len < UINT32_MAX;
    if (ok) test_add(t, kind, str_text(&label), NULL, str_text(&bytes), (uint32_t)bytes.len, 0);
    else wrong(error, word, "not a C string literal");
    str_release(&label);
    str_release(&bytes);
    return ok;
}

bool inline_read(const char *word, bool is32, struct test *t, struct str *error) {
    const char *space = strchr(word, ' '), *equal = strchr(word, '=');
    if (!equal) return wrong(error, word, "expected TYPE=VALUE or KIND NAME=\"...\"");
    struct str first = {0};
    enum test_input_kind kind;
    str_add_len(&first, word, (size_t)((space && space < equal ? space : equal) - word));
    bool is_kind = space && space < equal && test_kind_find(str_text(&first), &kind);
    str_release(&first);
    if (is_kind) return read_bytes(word, kind, space + 1, t, error);
    uint8_t bytes[CTYPE_MAX_SIZE];
    struct str name = {0};
    str_add_len(&name, word, (size_t)(equal - word));
    struct ctype type = ctype_find(str_text(&name), is32);
    bool ok = type.class != CTYPE_UNKNOWN && type.size && ctype_read(equal + 1, &type, bytes);
    if (ok) test_add(t, TEST_WORD, str_text(&name), str_text(&name), bytes, type.size, 0);
    else wrong(error, word, type.class == CTYPE_UNKNOWN ? "unknown type" : "not a value of this type");
    str_release(&name);
    return ok;
}

void inline_quote(const char *word, struct str *out) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (*word && !word[strspn(word, plain)]) {
        str_add(out, word);
        return;
    }
    str_add_char(out, '\'');
    for (; *word; word++)
        if (*word == '\'') str_add(out, "'\\''");
        else str_add_char(out, *word);
    str_add_char(out, '\'');
}
