#include "test/inputs.h"

#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "ir/ir.h"
#include "test/test.h"
#include "text/ctype.h"
#include "text/quote.h"
#include "text/source.h"

enum { INPUTS_SHOWN = 40, TEXT_SHOWN = 64, BYTES_SHOWN = 16, MOST_COMPARED = 2000 };

static bool is_text_byte(uint8_t byte) {
    return (byte >= 0x20 && byte < 0x7f) || byte == '\n' || byte == '\t' || byte == '\r';
}

/* Size without trailing zeros. */
static uint32_t trimmed(const struct test_input *in) {
    uint32_t n = in->size;
    while (n && !in->bytes[n - 1]) n--;
    return n;
}

/* Three quarters of it can be read, and its end is not all there is. */
static bool looks_like_text(const struct test_input *in) {
    uint32_t n = trimmed(in), readable = 0;
    for (uint32_t i = 0; i < n; i++) readable += is_text_byte(in->bytes[i]);
    return n && readable * 4ull >= n * 3ull;
}

/* As C reads a literal: the zero behind it is part of it, and said if not. */
static void add_text(const struct test_input *in, struct str *out) {
    uint32_t n = trimmed(in);
    quote_add(out, in->bytes, n < TEXT_SHOWN ? n : TEXT_SHOWN, NULL);
    if (n > TEXT_SHOWN) str_add(out, "...");
    if (n > TEXT_SHOWN || in->size != n + 1) str_addf(out, " (%u byte%s)", in->size, in->size == 1 ? "" : "s");
}

static void add_bytes(const struct test_input *in, struct str *out) {
    str_add_char(out, '{');
    for (uint32_t i = 0; i < in->size && i < BYTES_SHOWN; i++) str_addf(out, i ? ", 0x%02x" : "0x%02x", in->bytes[i]);
    if (in->size > BYTES_SHOWN) str_add(out, ", ...");
    str_add_char(out, '}');
    if (in->size > BYTES_SHOWN) str_addf(out, " (%u bytes)", in->size);
}

static bool is_digit_value(const struct test_input *in) { return in->bytes[0] < 10 && trimmed(in) <= 1; }

static void add_number(const struct test_input *in, const struct ctype *type, struct str *out) {
    if (type->class == CTYPE_POINTER) {
        if (trimmed(in)) quote_add_hex(out, in->bytes, in->size);
        else str_add(out, "NULL");
        return;
    }
    size_t start = out->len;
    struct ctype shown = *type;
    if (shown.class == CTYPE_UNKNOWN) shown.class = CTYPE_SIGNED; /* as most are */
    ctype_add_value(out, &shown, in->bytes);
    bool plain = type->class == CTYPE_BOOL || is_digit_value(in);
    if (type->class == CTYPE_FLOAT) plain = str_starts(out->data + start, "0x");
    if (plain) return;
    str_add(out, " (");
    if (type->character && in->bytes[0] >= 0x20 && in->bytes[0] < 0x7f)
        str_addf(out, in->bytes[0] == '\'' || in->bytes[0] == '\\' ? "'\\%c'" : "'%c'", in->bytes[0]);
    else quote_add_hex(out, in->bytes, in->size);
    /* The bytes may be a number or text; readers who know the program know which. */
    if (type->class == CTYPE_UNKNOWN && in->size > 1 && looks_like_text(in)) {
        str_add(out, ", ");
        quote_add(out, in->bytes, trimmed(in), NULL);
    }
    str_add_char(out, ')');
}

/* "T[]" with a number type: its elements. False: it is none. */
static bool add_elements(const struct test_input *in, struct str *out) {
    const char *bracket = in->type ? strchr(in->type, '[') : NULL;
    struct str name = {0};
    if (bracket) str_add_len(&name, in->type, (size_t)(bracket - in->type));
    struct ctype type = ctype_find(bracket ? str_text(&name) : NULL, false);
    str_release(&name);
    if (!type.size || type.class == CTYPE_UNKNOWN || in->size % type.size) return false;
    if (type.character) {
        add_text(in, out);
        return true;
    }
    uint32_t count = in->size / type.size;
    str_add_char(out, '{');
    for (uint32_t i = 0; i < count && i < BYTES_SHOWN; i++) {
        if (i) str_add(out, ", ");
        ctype_add_value(out, &type, in->bytes + (size_t)i * type.size);
    }
    str_add(out, count > BYTES_SHOWN ? ", ...}" : "}");
    return true;
}

static bool is_word_size(uint32_t size) { return size == 1 || size == 2 || size == 4 || size == 8 || size == 16; }

/* How to show it; false: not as a number. */
static bool number_type(const struct test_input *in, struct ctype *type) {
    *type = ctype_find(in->type, false);
    if (in->kind >= TEST_ARG) return false;
    if (type->class == CTYPE_FLOAT) {
        type->size = in->size;
        return in->size > 0;
    }
    if (!is_word_size(in->size)) return false;
    if (in->type && type->class == CTYPE_UNKNOWN && strchr(in->type, '[')) return false;
    type->size = in->size;
    return in->kind == TEST_WORD || type->class != CTYPE_UNKNOWN || in->size <= 8;
}

void report_value(const struct test_input *in, struct str *out) {
    struct ctype type;
    if (in->kind == TEST_BYTES && add_elements(in, out)) return;
    if (number_type(in, &type)) add_number(in, &type, out);
    else if (in->kind >= TEST_ARG || looks_like_text(in) || !in->size) add_text(in, out);
    else add_bytes(in, out);
}

/* Where names of the source come from; p NULL: from nowhere. */
struct names {
    const struct program *p;
    struct source *src;
};

/* What the input is assigned to; false if that is not known. */
static bool add_assigned(const struct test_input *in, const struct names *names, uint32_t *line, struct str *out) {
    if (!names->p || in->kind != TEST_WORD || !in->pos || in->pos >= names->p->positions.len) return false;
    struct position at = names->p->positions.data[in->pos];
    const char *file = at.file ? names->p->files.data[at.file] : "";
    *line = at.line;
    return source_assigned(names->src, file, at.line, at.column, in->name, out);
}

/* `times`: so many like it follow one another. */
static void add_input(const struct test_input *in, uint32_t times, const struct names *names, struct str *out) {
    uint32_t line;
    str_add(out, "    ");
    size_t start = out->len;
    bool assigned = add_assigned(in, names, &line, out);
    bool renamed = assigned && strcmp(out->data + start, in->name) != 0;
    if (!assigned) quote_add_plain(out, in->name, strlen(in->name), NULL);
    str_add(out, " = ");
    report_value(in, out);
    if (renamed) {
        str_add(out, ", of ");
        quote_add_plain(out, in->name, strlen(in->name), NULL);
        str_addf(out, " in line %u", line);
    }
    if (in->kind == TEST_UNINIT && !str_starts(in->name, "extern ") && !str_starts(in->name, OUTSIDE_NAME) &&
        !strstr(in->name, "()@"))
        str_add(out, ", uninitialised");
    if (times > 1) str_addf(out, ", %u times", times);
    str_add_char(out, '\n');
}

static bool same_input(const struct test_input *a, const struct test_input *b) {
    return a->kind == b->kind && a->pos == b->pos && a->size == b->size && strcmp(a->name, b->name) == 0 &&
           memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* How many from i on are the same, if there are too many to show each. */
static uint32_t alike(const struct test *t, uint32_t i) {
    uint32_t n = 1;
    if (t->inputs.len <= INPUTS_SHOWN) return 1;
    while (i + n < t->inputs.len && same_input(&t->inputs.data[i], &t->inputs.data[i + n])) n++;
    return n;
}

/* A harness' choice "X == NULL" or "X == Y" that holds: what X would point to otherwise does not matter, nor what
 * was chosen for it before. */
static bool is_beside(const struct test *t, uint32_t which) {
    const char *name = t->inputs.data[which].name;
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        const struct test_input *other = &t->inputs.data[i];
        const char *equal = other->kind == TEST_WORD ? strstr(other->name, " == ") : NULL;
        size_t len = equal ? (size_t)(equal - other->name) : 0;
        if (!len || !trimmed(other) || strncmp(name, other->name, len) != 0) continue;
        const char *rest = name + len;
        if (!*rest || *rest == '[' || *rest == '.' || str_starts(rest, "->")) return true;
        if (str_starts(rest, " == ") && i > which) return true;
    }
    return false;
}

static void show_inputs(const struct test *t, const struct names *names, struct str *out) {
    uint32_t n = t->inputs.len, shown = 0, left;
    if (n) str_add(out, "  with inputs\n");
    for (uint32_t i = 0, same; i < n; i += same, shown++) {
        same = alike(t, i);
        left = n - i;
        if (shown == INPUTS_SHOWN / 2 && left > INPUTS_SHOWN / 2) {
            str_addf(out, "    ... %u more ...\n", left - INPUTS_SHOWN / 2);
            i = n - INPUTS_SHOWN / 2;
            same = alike(t, i);
        }
        add_input(&t->inputs.data[i], same, names, out);
    }
}

void report_inputs_named(const struct test *t, const struct program *p, struct source *src, struct str *out) {
    struct names names = {p, src};
    struct test shown = {0}; /* points to what belongs to t */
    bool few = t->inputs.len <= MOST_COMPARED;
    for (uint32_t i = 0; i < t->inputs.len; i++)
        if (!few || !is_beside(t, i)) vec_push(&shown.inputs, t->inputs.data[i]);
    show_inputs(&shown, &names, out);
    vec_release(&shown.inputs);
}

void report_inputs(const struct test *t, struct str *out) { report_inputs_named(t, NULL, NULL, out); }

/* All of them: may be megabytes. */
static void add_digits(const struct test_input *in, struct str *out) {
    static const char digits[] = "0123456789abcdef";
    for (uint32_t i = 0; i < in->size; i++) {
        str_add_char(out, digits[in->bytes[i] >> 4]);
        str_add_char(out, digits[in->bytes[i] & 15]);
    }
}

static void add_input_json(const struct test_input *in, struct str *out) {
    struct str value = {0};
    json_open(out, NULL, '{');
    json_add(out, "name", in->name);
    json_add(out, "kind", test_kind_name(in->kind));
    if (in->type) json_add(out, "type", in->type);
    else json_addf(out, "type", "null");
    json_number(out, "size", in->size);
    report_value(in, &value);
    json_add(out, "value", str_text(&value));
    json_key(out, "bytes");
    str_add_char(out, '"');
    add_digits(in, out);
    str_add_char(out, '"');
    json_close(out, "}");
    str_release(&value);
}

void report_inputs_json(const struct test *t, const char *key, struct str *out) {
    json_open(out, key, '[');
    for (uint32_t i = 0; i < t->inputs.len; i++) add_input_json(&t->inputs.data[i], out);
    json_close(out, "]");
}
