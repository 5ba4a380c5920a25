/* Reads what Test-Comp's test cases need of XML: elements, attributes, references,
 * CDATA; declarations and comments are skipped. */
#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "test/test.h"
#include "test/testcomp.h"
#include "text/ctype.h"
#include "text/quote.h"

struct testcomp_reader {
    const char *path, *text, *at;
    bool is32;
    struct test *t;
    struct str *error;
    struct str name, type, value; /* of the input being read */
    bool has_type;
};

static bool fail(struct testcomp_reader *r, const char *what) {
    str_addf(r->error, "%s: byte %zu: %s", r->path, (size_t)(r->at - r->text), what);
    return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static void skip_blanks(struct testcomp_reader *r) {
    while (is_blank(*r->at)) r->at++;
}

static bool take(struct testcomp_reader *r, const char *text) {
    if (!str_starts(r->at, text)) return false;
    r->at += strlen(text);
    return true;
}

static bool skip_to(struct testcomp_reader *r, const char *end, const char *what) {
    const char *found = strstr(r->at, end);
    if (!found) return fail(r, what);
    r->at = found + strlen(end);
    return true;
}

/* A code point; up to 255 it stands for a byte, as testcomp_write has it. */
static void add_code_point(struct str *out, unsigned long c) {
    if (c < 0x100) str_add_char(out, (char)c);
    else if (c < 0x800) str_addf(out, "%c%c", (int)(0xc0 | c >> 6), (int)(0x80 | (c & 63)));
    else if (c < 0x10000)
        str_addf(out, "%c%c%c", (int)(0xe0 | c >> 12), (int)(0x80 | (c >> 6 & 63)), (int)(0x80 | (c & 63)));
    else
        str_addf(out, "%c%c%c%c", (int)(0xf0 | c >> 18), (int)(0x80 | (c >> 12 & 63)), (int)(0x80 | (c >> 6 & 63)),
                 (int)(0x80 | (c & 63)));
}

static bool read_number_reference(struct testcomp_reader *r, struct str *out) {
    unsigned base = take(r, "x") ? 16 : 10;
    unsigned long c = 0;
    const char *start = r->at;
    for (;; r->at++) {
        int digit = *r->at >= '0' && *r->at <= '9'                 ? *r->at - '0'
                    : base == 16 && *r->at >= 'a' && *r->at <= 'f' ? *r->at - 'a' + 10
                    : base == 16 && *r->at >= 'A' && *r->at <= 'F' ? *r->at - 'A' + 10
                                                                   : -1;
        if (digit < 0) break;
        c = c * base + (unsigned)digit;
        if (c > 0x10ffff) return fail(r, "no such character");
    }
    if (r->at == start || *r->at != ';' || !c) return fail(r, "not a character reference");
    r->at++;
    add_code_point(out, c);
    return true;
}

/* Behind '&'. */
static bool read_reference(struct testcomp_reader *r, struct str *out) {
    static const char *const names[] = {"&amp;", "<lt;", ">gt;", "\"quot;", "'apos;"};
    if (take(r, "#")) return read_number_reference(r, out);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (take(r, names[i] + 1)) {
            str_add_char(out, names[i][0]);
            return true;
        }
    return fail(r, "not a reference");
}

/* Text up to one of `ends`, which is not taken. */
static bool read_chars(struct testcomp_reader *r, const char *ends, struct str *out) {
    while (*r->at && !strchr(ends, *r->at)) {
        if (*r->at != '&') {
            str_add_char(out, *r->at++);
            continue;
        }
        r->at++;
        if (!read_reference(r, out)) return false;
    }
    return *r->at ? true : fail(r, "the file ends too early");
}

static bool read_attribute(struct testcomp_reader *r) {
    const char *name = r->at;
    while (*r->at && !is_blank(*r->at) && !strchr("=/><\"'", *r->at)) r->at++;
    size_t n = (size_t)(r->at - name);
    skip_blanks(r);
    if (!n || !take(r, "=")) return fail(r, "not an attribute");
    skip_blanks(r);
    const char quote[] = {*r->at, '\0'};
    if (*quote != '"' && *quote != '\'') return fail(r, "an attribute without quotes");
    r->at++;
    struct str value = {0};
    bool ok = read_chars(r, quote, &value);
    if (ok) {
        r->at++;
        bool is_type = n == 4 && !memcmp(name, "type", 4), is_name = n == 8 && !memcmp(name, "variable", 8);
        if (is_type || is_name) str_add_len(is_type ? &r->type : &r->name, str_text(&value), value.len);
        r->has_type |= is_type && value.len;
    }
    str_release(&value);
    return ok;
}

/* The rest of a start tag; *closed: it was an empty element. */
static bool read_attributes(struct testcomp_reader *r, bool *closed) {
    for (;;) {
        skip_blanks(r);
        *closed = take(r, "/>");
        if (*closed || take(r, ">")) return true;
        if (!*r->at) return fail(r, "the file ends within a tag");
        if (!read_attribute(r)) return false;
    }
}

static bool read_element_text(struct testcomp_reader *r) {
    while (!take(r, "</input")) {
        if (take(r, "<!--")) {
            if (!skip_to(r, "-->", "a comment that does not end")) return false;
        } else if (take(r, "<![CDATA[")) {
            const char *start = r->at;
            if (!skip_to(r, "]]>", "CDATA that does not end")) return false;
            str_add_len(&r->value, start, (size_t)(r->at - start) - 3);
        } else if (*r->at == '<') {
            return fail(r, "an element within an input");
        } else if (!read_chars(r, "<", &r->value)) {
            return false;
        }
    }
    skip_blanks(r);
    return take(r, ">") ? true : fail(r, "a tag that does not end");
}

/* The value without blanks around it. */
static const char *trim(struct str *s) {
    while (s->len && is_blank(s->data[s->len - 1])) s->data[--s->len] = '\0';
    const char *p = str_text(s);
    while (is_blank(*p)) p++;
    return p;
}

static bool is_bytes(const struct testcomp_reader *r, const char *value) {
    return str_starts(str_text(&r->type), "unsigned char[") && *value == '"';
}

static bool add_bytes(struct testcomp_reader *r, const char *value) {
    struct str bytes = {0}, type = {0};
    bool ok = quote_read(&value, &bytes) && !*value;
    str_addf(&type, "unsigned char[%zu]", bytes.len);
    ok = ok && !strcmp(str_text(&type), str_text(&r->type));
    if (ok) test_add(r->t, TEST_BYTES, str_text(&r->name), NULL, str_text(&bytes), (uint32_t)bytes.len, 0);
    str_release(&bytes);
    str_release(&type);
    return ok ? true : fail(r, "not a literal of that size");
}

static bool looks_like_float(const char *value) {
    bool hex = str_starts(value + strspn(value, "+-"), "0x");
    return *value != '\'' && strpbrk(value, hex ? ".pP" : ".eEnN") && strcmp(value, "true") && strcmp(value, "false");
}

static bool add_word(struct testcomp_reader *r, const char *value) {
    uint8_t bytes[CTYPE_MAX_SIZE];
    const char *name = r->has_type ? str_text(&r->type) : looks_like_float(value) ? "double" : NULL;
    struct ctype type = ctype_find(name, r->is32);
    bool unknown = type.class == CTYPE_UNKNOWN, ok;
    if (unknown) type = (struct ctype){CTYPE_SIGNED, 8, false};
    ok = ctype_read(value, &type, bytes);
    if (!ok && unknown) {
        type.size = CTYPE_MAX_SIZE;
        ok = ctype_read(value, &type, bytes);
    }
    if (!ok) return fail(r, "not a value of its type");
    test_add(r->t, TEST_WORD, str_text(&r->name), name, bytes, type.size, 0);
    return true;
}

static bool read_input(struct testcomp_reader *r) {
    bool closed;
    str_clear(&r->name);
    str_clear(&r->type);
    str_clear(&r->value);
    r->has_type = false;
    if (!read_attributes(r, &closed)) return false;
    if (closed) return fail(r, "an input without a value");
    if (!read_element_text(r)) return false;
    const char *value = trim(&r->value);
    return is_bytes(r, value) ? add_bytes(r, value) : add_word(r, value);
}

/* Behind "<?shrike": kind, name, bytes. */
static bool read_instruction(struct testcomp_reader *r) {
    struct str kind_name = {0}, bytes = {0};
    enum test_input_kind kind = TEST_WORD;
    skip_blanks(r);
    while (*r->at && !is_blank(*r->at)) str_add_char(&kind_name, *r->at++);
    str_clear(&r->name);
    bool ok = test_kind_find(str_text(&kind_name), &kind) && quote_read(&r->at, &r->name) &&
              quote_read(&r->at, &bytes) && !memchr(str_text(&r->name), 0, r->name.len);
    skip_blanks(r);
    ok = ok && take(r, "?>");
    if (ok) test_add(r->t, kind, str_text(&r->name), NULL, str_text(&bytes), (uint32_t)bytes.len, 0);
    str_release(&kind_name);
    str_release(&bytes);
    return ok ? true : fail(r, "not an input of another kind");
}

/* Declarations, instructions and comments, if any are next. */
static bool skip_misc(struct testcomp_reader *r) {
    for (;;) {
        skip_blanks(r);
        bool ok = true;
        if (take(r, "<?shrike ")) ok = read_instruction(r);
        else if (take(r, "<?")) ok = skip_to(r, "?>", "an instruction that does not end");
        else if (take(r, "<!--")) ok = skip_to(r, "-->", "a comment that does not end");
        else if (take(r, "<!DOCTYPE")) ok = skip_to(r, ">", "a declaration that does not end");
        else return true;
        if (!ok) return false;
    }
}

static bool starts_element(struct testcomp_reader *r, const char *tag) {
    size_t n = strlen(tag);
    if (!str_starts(r->at, tag) || !(is_blank(r->at[n]) || r->at[n] == '>' || r->at[n] == '/')) return false;
    r->at += n;
    return true;
}

static bool read_document(struct testcomp_reader *r) {
    bool closed;
    (void)take(r, "\xef\xbb\xbf");
    if (!skip_misc(r)) return false;
    if (!starts_element(r, "<testcase")) return fail(r, "not a test case: no <testcase> here");
    if (!read_attributes(r, &closed)) return false;
    while (!closed) {
        if (!skip_misc(r)) return false;
        if (starts_element(r, "</testcase")) {
            skip_blanks(r);
            closed = take(r, ">");
            if (!closed) return fail(r, "a tag that does not end");
        } else if (!starts_element(r, "<input")) {
            return fail(r, "neither <input> nor </testcase>");
        } else if (!read_input(r)) {
            return false;
        }
    }
    if (!skip_misc(r)) return false;
    return *r->at ? fail(r, "something follows </testcase>") : true;
}

bool testcomp_parse(const char *path, const char *text, bool is32, struct test *t, struct str *error) {
    assert(!t->inputs.len);
    struct testcomp_reader r = {.path = path, .text = text, .at = text, .is32 = is32, .t = t, .error = error};
    bool ok = read_document(&r);
    if (!ok) test_release(t);
    str_release(&r.name);
    str_release(&r.type);
    str_release(&r.value);
    return ok;
}

bool testcomp_read(const char *path, bool is32, struct test *t, struct str *error) {
    struct str text = {0};
    bool ok = str_read_file(&text, path);
    if (!ok) str_addf(error, "%s: %s", path, strerror(errno));
    if (ok && strlen(str_text(&text)) != text.len) {
        str_addf(error, "%s: byte %zu: a zero in a text", path, strlen(str_text(&text)));
        ok = false;
    }
    ok = ok && testcomp_parse(path, str_text(&text), is32, t, error);
    str_release(&text);
    return ok;
}
