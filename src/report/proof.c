/* A proof in words: what was shown, how, and what it rests on. */
#include <string.h>

#include "base/stats.h"
#include "base/str.h"
#include "ir/ir.h"
#include "report/formats.h"
#include "report/invariant.h"
#include "report/outcome.h"

enum { NAMES_SHOWN = 8, MOST_SHOWN = 400 /* characters of an invariant */ };

/* Does the user's code call a function that `wanted` picks, by itself or by way of a body of ours? Their names are
 * added. */
static uint32_t find_calls(const struct program *p, bool (*wanted)(const struct function *f), struct str *names) {
    bool *called = mem_zalloc(p->functions.len);
    uint32_t n = 0;
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        for (uint32_t pc = 0; ir_has_code(f) && (ir_is_users(f) || f->stub) && pc < f->ncode; pc++)
            if (f->code[pc].op == IR_CALL) called[f->code[pc].a] = true;
    }
    for (uint32_t i = 1; i < p->functions.len; i++) {
        if (!called[i] || !wanted(p->functions.data[i])) continue;
        if (n < NAMES_SHOWN) str_addf(names, "%s%s", n ? ", " : "", p->functions.data[i]->name);
        n++;
    }
    if (n > NAMES_SHOWN) str_addf(names, " and %u more", n - NAMES_SHOWN);
    mem_free(called);
    return n;
}

static bool is_library(const struct function *f) {
    return f->runtime && !f->stub && !str_starts(f->name, "rt_") && !str_starts(f->name, "__");
}

static bool has_signed_arithmetic(const struct program *p) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        for (uint32_t pc = 0; ir_has_code(f) && ir_is_users(f) && pc < f->ncode; pc++)
            if (f->code[pc].op >= IR_ADD32 && f->code[pc].op <= IR_MULNI) return true;
    }
    return false;
}

void proof_find_assumptions(const struct outcome *o, struct str *out) {
    struct str names = {0};
    if (o->cut_loops) str_add(out, "loops and recursion stay within the bound\n");
    if (find_calls(o->p, is_library, &names))
        str_addf(out, "the C library behaves like shrike's models: %s\n", str_text(&names));
    if (!check_has(o->checks, CHECK_OVERFLOW) && (o->p->wraps || has_signed_arithmetic(o->p)))
        str_add(out, "integers wrap around (--check=overflow reports signed overflow)\n");
    str_release(&names);
}

void proof_add_assumptions(const struct outcome *o, struct str *out) {
    for (uint32_t i = 0; i < o->nassumptions; i++) str_addf(out, "  assuming that %s\n", o->assumptions[i]);
}

static void add_summary(const struct function_summary *f, struct str *out) {
    str_addf(out, "  in each call of %s that begins at %s:%u:%s%.*s%s%s%.*s\n", f->function, f->file, f->line,
             *f->before ? " on entry " : "", MOST_SHOWN, f->before, *f->before && *f->after ? "," : "",
             *f->after ? " on return " : "", MOST_SHOWN, f->after);
}

void proof_write(const struct outcome *o, struct str *out) {
    struct str checks = {0};
    outcome_checks(o, &checks);
    str_addf(out, "proved: no execution violates %s\n", o->property ? "the property" : str_text(&checks));
    str_addf(out, "  by %s, %s%s%s, in %.2f s (%llu path%s)\n", o->engine,
             o->cut ? "up to the bound" : "for executions of any length", *o->scope ? " with " : "", o->scope,
             o->seconds, (unsigned long long)o->stats->paths, o->stats->paths == 1 ? "" : "s");
    for (uint32_t i = 0; i < o->ninvariants; i++) {
        const struct loop_invariant *inv = &o->invariants[i];
        str_addf(out, "  in each round of the loop at %s:%u:%u: %.*s%s\n", inv->file, inv->line, inv->column,
                 MOST_SHOWN, inv->text, strlen(inv->text) > MOST_SHOWN ? " ..." : "");
    }
    for (uint32_t i = 0; i < o->nsummaries; i++) add_summary(&o->summaries[i], out);
    proof_add_assumptions(o, out);
    str_release(&checks);
}
