#include "test/testcomp.h"

#include <string.h>
#include <time.h>

#include "base/sha256.h"
#include "base/str.h"
#include "test/test.h"
#include "text/ctype.h"
#include "text/quote.h"

/* Text or the value of an attribute. What is not ASCII goes byte by byte: names
 * come back as they were. XML cannot hold control characters at all. */
static void add_xml(struct str *out, const char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '&') str_add(out, "&amp;");
        else if (c == '<') str_add(out, "&lt;");
        else if (c == '>') str_add(out, "&gt;");
        else if (c == '"') str_add(out, "&quot;");
        else if (c == '\n' || c == '\t' || c == '\r' || c >= 0x7f) str_addf(out, "&#%u;", c);
        else str_add_char(out, c < 0x20 ? '?' : (char)c);
    }
}

static void add_prolog(struct str *out, const char *root) {
    str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n");
    str_addf(out,
             "<!DOCTYPE %s PUBLIC \"+//IDN sosy-lab.org//DTD test-format %s 1.1//EN\" "
             "\"https://sosy-lab.org/test-format/%s-1.1.dtd\">\n",
             root, root, root);
}

static void add_element(struct str *out, const char *name, const char *text) {
    str_addf(out, "  <%s>", name);
    add_xml(out, text);
    str_addf(out, "</%s>\n", name);
}

void testcomp_metadata(const struct testcomp_suite *suite, struct str *out) {
    struct str hash = {0}, program = {0};
    char when[40] = "";
    time_t seconds = (time_t)suite->time;
    struct tm utc;
    if (gmtime_r(&seconds, &utc)) strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    if (str_read_file(&program, suite->program)) sha256_add(&hash, str_text(&program), program.len);
    add_prolog(out, "test-metadata");
    str_add(out, "<test-metadata>\n");
    add_element(out, "sourcecodelang", "C");
    add_element(out, "producer", suite->producer);
    add_element(out, "specification", suite->specification);
    add_element(out, "programfile", suite->program);
    add_element(out, "programhash", str_text(&hash));
    add_element(out, "entryfunction", suite->entry ? suite->entry : "main");
    add_element(out, "architecture", suite->is32 ? "32bit" : "64bit");
    add_element(out, "creationtime", when);
    str_add(out, "</test-metadata>\n");
    str_release(&hash);
    str_release(&program);
}

/* No '?' in it, so that "?>" cannot end it early. */
static void add_instruction(struct str *out, const struct test_input *in) {
    str_addf(out, "<?shrike %s ", test_kind_name(in->kind));
    quote_add(out, in->name, strlen(in->name), "?");
    str_add_char(out, ' ');
    quote_add(out, in->bytes, in->size, "?");
    str_add(out, "?>\n");
}

static void add_input(struct str *out, const struct test_input *in) {
    struct ctype type = ctype_find(in->type, false);
    struct str value = {0};
    type.size = in->size;
    str_add(out, "  <input variable=\"");
    add_xml(out, in->name);
    str_add_char(out, '"');
    if (in->kind == TEST_BYTES) str_addf(out, " type=\"unsigned char[%u]\"", in->size);
    else if (in->type) {
        str_add(out, " type=\"");
        add_xml(out, in->type);
        str_add_char(out, '"');
    }
    str_add_char(out, '>');
    if (in->kind == TEST_BYTES) quote_add(&value, in->bytes, in->size, NULL);
    else ctype_add_value(&value, &type, in->bytes);
    add_xml(out, str_text(&value));
    str_add(out, "</input>\n");
    str_release(&value);
}

static bool is_call(const struct test_input *in) { return in->kind == TEST_WORD || in->kind == TEST_BYTES; }

void testcomp_write(const struct test *t, bool covers_error, struct str *out) {
    add_prolog(out, "testcase");
    for (uint32_t i = 0; i < t->inputs.len; i++)
        if (!is_call(&t->inputs.data[i])) add_instruction(out, &t->inputs.data[i]);
    str_add(out, covers_error ? "<testcase coversError=\"true\">\n" : "<testcase>\n");
    for (uint32_t i = 0; i < t->inputs.len; i++)
        if (is_call(&t->inputs.data[i])) add_input(out, &t->inputs.data[i]);
    str_add(out, "</testcase>\n");
}
