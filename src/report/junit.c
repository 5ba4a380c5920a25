/* A run as JUnit's XML, which build servers show.
 *
 * Of `shrike test`: a test case for each test that was written; one that leads to an error
 * is a failure. Of `shrike verify`: a test case for each property; one without an answer is
 * an error of the run, not of the program.
 */
#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "report/formats.h"
#include "report/outcome.h"
#include "test/inputs.h"
#include "text/xml.h"

static const char *const check_names[] = {
#define CHECK(name, text, on, help) text,
#include "exec/core/checks.def"
#undef CHECK
};

struct suite {
    const struct outcome *o;
    struct str cases;
    uint32_t tests, failures, errors, skipped;
};

static void attribute(struct str *out, const char *name, const char *text) {
    str_addf(out, " %s=\"", name);
    xml_add(out, text);
    str_add_char(out, '"');
}

static void start_case(struct suite *s, const char *name) {
    s->tests++;
    str_add(&s->cases, "    <testcase");
    attribute(&s->cases, "name", name);
    attribute(&s->cases, "classname", s->o->files[0]);
    str_add(&s->cases, " time=\"0\">");
}

static void add_failure(struct suite *s, const struct outcome_case *c) {
    struct str text = {0}, message = {0};
    str_addf(&message, "%s: %s", program_where(s->o->p, c->bug->pos), str_text(&c->bug->message));
    report_bug(s->o->p, s->o->src, c->bug, 3, false, &text);
    report_story(c->story, &text);
    report_inputs_named(c->test, s->o->p, s->o->src, &text);
    str_add(&s->cases, "<failure");
    attribute(&s->cases, "message", str_text(&message));
    attribute(&s->cases, "type", bug_slug(c->bug->kind));
    str_add_char(&s->cases, '>');
    xml_add(&s->cases, str_text(&text));
    str_add(&s->cases, "</failure>");
    str_release(&text);
    str_release(&message);
}

static void add_tests(struct suite *s) {
    for (uint32_t i = 0; i < s->o->ntests; i++) {
        const struct outcome_test *t = &s->o->tests[i];
        start_case(s, t->name);
        if (t->error) {
            add_failure(s, &s->o->cases[t->error - 1]);
            s->failures++;
        }
        str_add(&s->cases, "</testcase>\n");
    }
}

/* A property; JUnit allows one failure each, so the first error stands for all of its kind. */
static void add_property(struct suite *s, enum check check) {
    const struct outcome_case *found = NULL;
    for (uint32_t i = 0; i < s->o->ncases && !found; i++)
        if (bug_check(s->o->cases[i].bug->kind) == check && s->o->cases[i].confirmed && !s->o->cases[i].excuse)
            found = &s->o->cases[i];
    start_case(s, check_names[check]);
    if (found) {
        add_failure(s, found);
        s->failures++;
    } else if (str_starts(s->o->verdict, "UNSAFE")) { /* the search did not go on */
        str_add(&s->cases, "<skipped message=\"not decided: the search ended at another error\"/>");
        s->skipped++;
    } else if (!str_starts(s->o->verdict, "SAFE")) {
        str_add(&s->cases, "<error type=\"unknown\"");
        attribute(&s->cases, "message", s->o->ngaps ? s->o->gaps[0] : "the search ended before it decided this");
        str_add(&s->cases, "/>");
        s->errors++;
    }
    str_add(&s->cases, "</testcase>\n");
}

static void add_assumptions(const struct outcome *o, struct str *out) {
    if (o->nassumptions) str_add(out, "    <properties>\n");
    for (uint32_t i = 0; i < o->nassumptions; i++) {
        str_add(out, "      <property name=\"assumption\"");
        attribute(out, "value", o->assumptions[i]);
        str_add(out, "/>\n");
    }
    if (o->nassumptions) str_add(out, "    </properties>\n");
}

void junit_write(const struct outcome *o, struct str *out) {
    struct suite s = {.o = o};
    struct str when = {0}, head = {0};
    if (o->tests) add_tests(&s);
    for (uint32_t k = 0; !o->tests && k < CHECK_NONE; k++)
        if (check_has(o->checks, (enum check)k)) add_property(&s, (enum check)k);
    outcome_time(o, &when);
    if (when.len) when.data[--when.len] = '\0'; /* JUnit's time has no zone */
    str_addf(&head, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.3f\"", s.tests, s.failures,
             s.errors, s.skipped, o->seconds);
    str_addf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites%s>\n  <testsuite", str_text(&head));
    attribute(out, "name", o->files[0]);
    str_addf(out, "%s timestamp=\"%s\">\n", str_text(&head), str_text(&when));
    add_assumptions(o, out);
    str_addf(out, "%s  </testsuite>\n</testsuites>\n", str_text(&s.cases));
    str_release(&when);
    str_release(&head);
    str_release(&s.cases);
}
