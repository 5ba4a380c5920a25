/* Random SMT-LIB scripts with all operators, against Z3 reading the same text; of floats, what our models say as well.
 *
 *   test_smtlib_fuzz [SCRIPTS [SEED]] */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <z3.h>

#include "effort.h"
#include "base/context.h"
#include "solver/smtlib/script.h"

static uint64_t scripts, first_seed = 1;

struct gen {
    struct rng rng;
    struct str text;
    int lets; /* names bound around the current place */
};

static uint32_t below(struct gen *g, uint32_t n) { return (uint32_t)rng_below(&g->rng, n); }
static void add(struct gen *g, const char *text) { str_add(&g->text, text); }

static void gen_vector(struct gen *g, uint32_t width, int depth);
static void gen_bool(struct gen *g, int depth);

static void gen_literal(struct gen *g, uint32_t width) {
    uint64_t v = rng_next(&g->rng) & (width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX);
    if (below(g, 2)) v &= 7;
    if (width < 3) v &= (1u << width) - 1;
    switch (below(g, 3)) {
    case 0: str_addf(&g->text, "(_ bv%llu %u)", (unsigned long long)v, width); break;
    case 1:
        if (width % 4 == 0 && width <= 64) {
            str_addf(&g->text, "#x%0*llx", (int)width / 4, (unsigned long long)v);
            break;
        }
        __attribute__((fallthrough));
    default:
        add(g, "#b");
        for (uint32_t i = width; i-- > 0;) add(g, i < 64 && v >> i & 1 ? "1" : "0");
    }
}

/* a, b, c: 8 bits; |d d|: 5; e: 16; p, q: Bool; m: array of bytes. */
static void gen_vector_leaf(struct gen *g, uint32_t width) {
    if (below(g, 4) == 0) gen_literal(g, width);
    else if (width == 8) add(g, (const char *[]){"a", "b", "c", "(f a #x03)"}[below(g, 4)]);
    else if (width == 5) add(g, "|d d|");
    else if (width == 16) add(g, "e");
    else if (width < 8) str_addf(&g->text, "((_ extract %u 1) a)", width);
    else str_addf(&g->text, "((_ zero_extend %u) b)", width - 8);
}

static void gen_shape(struct gen *g, uint32_t width, int depth) {
    uint32_t more = 1 + below(g, 4);
    switch (below(g, 6)) {
    case 0:
        str_addf(&g->text, "((_ extract %u %u) ", width - 1 + more, more);
        gen_vector(g, width + more, depth - 1);
        break;
    case 1:
        str_addf(&g->text, "((_ rotate_%s %u) ", below(g, 2) ? "left" : "right", below(g, 2 * width));
        gen_vector(g, width, depth - 1);
        break;
    case 2:
        if (width > 1) {
            uint32_t low = 1 + below(g, width - 1);
            add(g, "(concat ");
            gen_vector(g, width - low, depth - 1);
            add(g, " ");
            gen_vector(g, low, depth - 1);
            break;
        }
        __attribute__((fallthrough));
    case 3:
        str_addf(&g->text, "((_ repeat %u) ", width % 2 ? 1 : 2);
        gen_vector(g, width % 2 ? width : width / 2, depth - 1);
        break;
    default:
        if (width > 1) {
            uint32_t inner = 1 + below(g, width);
            str_addf(&g->text, "((_ %s_extend %u) ", below(g, 2) ? "sign" : "zero", width - inner);
            gen_vector(g, inner, depth - 1);
        } else {
            add(g, "(bvcomp ");
            gen_vector(g, 5, depth - 1);
            add(g, " ");
            gen_vector(g, 5, depth - 1);
        }
    }
    add(g, ")");
}

static void gen_operator(struct gen *g, uint32_t width, int depth) {
    static const char *const ops[] = {
        "bvadd", "bvsub", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvshl", "bvlshr",
        "bvashr", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod",
    };
    str_addf(&g->text, "(%s ", ops[below(g, width > 8 ? 11 : 17)]);
    gen_vector(g, width, depth - 1);
    add(g, " ");
    gen_vector(g, width, depth - 1);
    add(g, ")");
}

static void gen_vector(struct gen *g, uint32_t width, int depth) {
    if (depth <= 0 || width > 40) {
        gen_vector_leaf(g, width);
        return;
    }
    switch (below(g, 9)) {
    case 0:
        add(g, "(ite ");
        gen_bool(g, depth - 1);
        add(g, " ");
        gen_vector(g, width, depth - 1);
        add(g, " ");
        gen_vector(g, width, depth - 1);
        add(g, ")");
        break;
    case 1:
        str_addf(&g->text, "(%s ", below(g, 2) ? "bvnot" : "bvneg");
        gen_vector(g, width, depth - 1);
        add(g, ")");
        break;
    case 2:
    case 3: gen_shape(g, width, depth); break;
    case 4:
        if (width == 8) {
            add(g, below(g, 2) ? "(select m " : "(select (store m b c) ");
            gen_vector(g, 8, depth - 1);
            add(g, ")");
            break;
        }
        __attribute__((fallthrough));
    case 5: {
        int name = g->lets++;
        str_addf(&g->text, "(let ((x%d ", name);
        gen_vector(g, width, depth - 1);
        str_addf(&g->text, ")) (bvadd x%d ", name);
        gen_vector(g, width, depth - 1);
        add(g, "))");
        break;
    }
    default: gen_operator(g, width, depth);
    }
}

static void gen_compare(struct gen *g, int depth) {
    static const char *const ops[] = {
        "=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge",
    };
    static const uint32_t widths[] = {8, 8, 5, 16, 1, 24};
    uint32_t width = widths[below(g, 6)];
    str_addf(&g->text, "(%s ", ops[below(g, 10)]);
    gen_vector(g, width, depth - 1);
    add(g, " ");
    gen_vector(g, width, depth - 1);
    add(g, ")");
}

static void gen_connective(struct gen *g, int depth) {
    static const char *const ops[] = {"and", "or", "xor", "=>", "=", "distinct"};
    str_addf(&g->text, "(%s", ops[below(g, 6)]);
    for (uint32_t n = 2 + below(g, 2); n > 0; n--) {
        add(g, " ");
        gen_bool(g, depth - 1);
    }
    add(g, ")");
}

static void gen_bool(struct gen *g, int depth) {
    if (depth <= 0) add(g, (const char *[]){"p", "q", "(h b)", "true"}[below(g, 4)]);
    else if (below(g, 8) == 0) {
        add(g, "(not ");
        gen_bool(g, depth - 1);
        add(g, ")");
    } else if (below(g, 4) == 0) gen_connective(g, depth);
    else gen_compare(g, depth);
}

static void gen_script(struct gen *g) {
    add(g, "(set-logic QF_ABV)\n(declare-const a (_ BitVec 8))(declare-fun b () (_ BitVec 8))\n"
           "(declare-const c (_ BitVec 8))(declare-const |d d| (_ BitVec 5))(declare-const e (_ BitVec 16))\n"
           "(declare-const p Bool)(declare-const q Bool)\n"
           "(declare-const m (Array (_ BitVec 8) (_ BitVec 8)))\n"
           "(define-fun f ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8) (bvxor (bvadd x y) c))\n"
           "(define-fun h ((x (_ BitVec 8))) Bool (bvult (f x a) #x30))\n");
    int levels = 0;
    for (uint32_t n = 6 + below(g, 8); n > 0; n--) {
        uint32_t kind = below(g, 8);
        if (kind == 0) {
            add(g, "(push 1)\n");
            levels++;
        } else if (kind == 1 && levels) {
            add(g, "(pop 1)\n");
            levels--;
        } else if (kind == 2) {
            add(g, "(check-sat-assuming (p (not q)))\n");
        } else {
            add(g, "(assert ");
            gen_bool(g, 1 + (int)below(g, 3));
            add(g, below(g, 2) ? ")\n(check-sat)\n" : ")\n");
        }
    }
    add(g, "(check-sat)\n");
}

static char *run_ours(const char *text, size_t len, const char *chain) {
    struct context ctx;
    context_init(&ctx);
    ctx.opt.solver = chain;
    char *out = NULL;
    size_t out_len;
    FILE *f = open_memstream(&out, &out_len);
    struct script sc;
    script_init(&sc, &ctx, "random", f);
    bool ok = script_run(&sc, text, len);
    script_release(&sc);
    context_release(&ctx);
    fclose(f);
    if (!ok) fail_msg("rejected:\n%s", text);
    return out;
}

static void test_random_scripts(void **unused) {
    (void)unused;
    static const char *const chains[] = {"all", "bitblast", "-parti", "-simplify", "simplify,independence,z3"};
    uint64_t answers = 0;
    for (uint64_t seed = first_seed; seed < first_seed + scripts; seed++) {
        struct gen g = {0};
        rng_init(&g.rng, seed);
        gen_script(&g);
        char *ours = run_ours(str_text(&g.text), g.text.len, chains[seed % 5]);
        Z3_config config = Z3_mk_config();
        Z3_context z3 = Z3_mk_context(config);
        Z3_del_config(config);
        const char *theirs = Z3_eval_smtlib2_string(z3, str_text(&g.text));
        if (strcmp(ours, theirs))
            fail_msg("seed %llu (%s): ours\n%stheirs\n%s%s", (unsigned long long)seed, chains[seed % 5],
                     ours, theirs, str_text(&g.text));
        for (const char *c = ours; *c; c++) answers += *c == '\n';
        Z3_del_context(z3);
        free(ours);
        str_release(&g.text);
    }
    printf("%llu scripts, %llu answers, no disagreement\n", (unsigned long long)scripts,
           (unsigned long long)answers);
    assert_int_equal(mem_live_bytes(), 0);
}

/* ---- floats ------------------------------------------------------------------------------------ */

/* x, y: floats of 16 bits, z: of 32, r: a rounding mode, a: 8 bits, e: 16, p, q: Bool. Left out are what SMT-LIB leaves open:
 * conversions that do not fit, and min and max of zeros. */
static void gen_float(struct gen *g, int depth);

static void gen_mode(struct gen *g) {
    add(g, (const char *[]){"RNE", "RNA", "RTP", "roundTowardNegative", "RTZ", "r"}[below(g, 6)]);
}

static void gen_float_leaf(struct gen *g) {
    switch (below(g, 8)) {
    case 0: add(g, (const char *[]){"(_ NaN 5 11)", "(_ +oo 5 11)", "(_ -oo 5 11)", "(_ -zero 5 11)", "(_ +zero 5 11)"}[below(g, 5)]); break;
    case 1:
        add(g, "((_ to_fp 5 11) ");
        gen_mode(g);
        add(g, (const char *[]){" 0.1)", " (- 2049.0))", " 3)", " 0.00000002)", " 65519.99)", " (- 0.0))"}[below(g, 6)]);
        break;
    case 2: str_addf(&g->text, "(fp #b%u #b%u%u%u01 #b00%u000000%u)", below(g, 2), below(g, 2), below(g, 2), below(g, 2), below(g, 2), below(g, 2)); break;
    case 3: add(g, "((_ to_fp 5 11) e)"); break;
    default: add(g, below(g, 2) ? "x" : "y");
    }
}

static void gen_float_operator(struct gen *g, int depth) {
    static const struct { const char *name; int n; } ops[] = {{"fp.add", 2}, {"fp.sub", 2}, {"fp.mul", 2}, {"fp.div", 2}, {"fp.sqrt", 1},
                                                              {"fp.roundToIntegral", 1}, {"fp.fma", 3}};
    uint32_t i = below(g, 7);
    str_addf(&g->text, "(%s ", ops[i].name);
    gen_mode(g);
    for (int k = 0; k < ops[i].n; k++) {
        add(g, " ");
        gen_float(g, depth - 1);
    }
    add(g, ")");
}

static void gen_float_conversion(struct gen *g, int depth) {
    uint32_t kind = below(g, 3);
    add(g, kind == 2 ? "((_ to_fp_unsigned 5 11) " : "((_ to_fp 5 11) ");
    gen_mode(g);
    if (kind == 0) add(g, " z)");
    else {
        add(g, " ");
        gen_vector_leaf(g, below(g, 2) ? 8 : 16);
        add(g, ")");
    }
    (void)depth;
}

static void gen_float(struct gen *g, int depth) {
    if (depth <= 0) {
        gen_float_leaf(g);
        return;
    }
    switch (below(g, 6)) {
    case 0: gen_float_conversion(g, depth); break;
    case 1:
        add(g, below(g, 2) ? "(fp.neg " : "(fp.abs ");
        gen_float(g, depth - 1);
        add(g, ")");
        break;
    case 2:
        add(g, "(ite (h b) ");
        gen_float(g, depth - 1);
        add(g, " ");
        gen_float(g, depth - 1);
        add(g, ")");
        break;
    default: gen_float_operator(g, depth);
    }
}

static void gen_float_bool(struct gen *g, int depth) {
    static const char *const compare[] = {"fp.lt", "fp.leq", "fp.gt", "fp.geq", "fp.eq", "=", "distinct"};
    static const char *const classes[] = {"fp.isNormal", "fp.isSubnormal", "fp.isZero", "fp.isInfinite", "fp.isNaN", "fp.isNegative", "fp.isPositive"};
    uint32_t kind = below(g, 6);
    if (kind == 0) str_addf(&g->text, "(and (fp.lt ((_ to_fp 5 11) RNE (- 99.5)) x ((_ to_fp 5 11) RNE 99.5)) (bvslt ((_ fp.to_sbv 8) RNE x) a))");
    else if (kind == 1) str_addf(&g->text, "(= z ((_ to_fp 8 24) RTP y))");
    else if (kind == 2) {
        str_addf(&g->text, "(%s ", classes[below(g, 7)]);
        gen_float(g, depth);
        add(g, ")");
    } else {
        str_addf(&g->text, "(%s ", compare[below(g, 7)]);
        gen_float(g, depth);
        add(g, " ");
        gen_float(g, depth - 1);
        add(g, ")");
    }
}

static void gen_float_script(struct gen *g) {
    add(g, "(set-logic QF_BVFP)\n(declare-const x Float16)(declare-fun y () (_ FloatingPoint 5 11))(declare-const z Float32)\n"
           "(declare-const r RoundingMode)(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))(declare-const c (_ BitVec 8))\n"
           "(declare-const e (_ BitVec 16))\n"
           "(define-fun f ((u (_ BitVec 8)) (v (_ BitVec 8))) (_ BitVec 8) (bvxor (bvadd u v) c))\n"
           "(define-fun h ((u (_ BitVec 8))) Bool (bvult u #x30))\n");
    for (uint32_t n = 1 + below(g, 3); n > 0; n--) {
        add(g, "(assert ");
        gen_float_bool(g, 1 + (int)below(g, 2));
        add(g, ")\n(check-sat)\n");
    }
}

static char *run_z3(const char *text) {
    Z3_config config = Z3_mk_config();
    Z3_context z3 = Z3_mk_context(config);
    Z3_del_config(config);
    char *out = strdup(Z3_eval_smtlib2_string(z3, text));
    Z3_del_context(z3);
    return out;
}

/* "((x 1) (y 2))" as assertions. */
static void assert_values(struct gen *g, const char *values) {
    int depth = 0;
    for (const char *p = values; *p; p++) {
        if (*p == '(' && depth++ == 1) {
            str_add(&g->text, "(assert (= ");
            continue;
        }
        if (*p == ')' && --depth == 1) {
            str_add(&g->text, "))\n");
            continue;
        }
        if (depth > 1) str_add_char(&g->text, *p);
    }
    str_add(&g->text, "(check-sat)\n");
}

static void test_random_float_scripts(void **unused) {
    (void)unused;
    static const char *const chains[] = {"all", "bitblast", "-parti"};
    uint64_t answers = 0, models = 0;
    for (uint64_t seed = first_seed; seed < first_seed + scripts / 4; seed++) {
        struct gen g = {0};
        rng_init(&g.rng, seed);
        gen_float_script(&g);
        char *ours = run_ours(str_text(&g.text), g.text.len, chains[seed % 3]), *theirs = run_z3(str_text(&g.text));
        if (strcmp(ours, theirs))
            fail_msg("seed %llu (%s): ours\n%stheirs\n%s%s", (unsigned long long)seed, chains[seed % 3], ours, theirs, str_text(&g.text));
        for (const char *c = ours; *c; c++) answers += *c == '\n';
        size_t len = strlen(ours), before = g.text.len;
        if (len < 6 || strcmp(ours + len - 6, "unsat\n") != 0) {
            add(&g, "(get-value (x y z r a b c e))\n");
            char *with = run_ours(str_text(&g.text), g.text.len, chains[seed % 3]);
            g.text.len = before;
            assert_values(&g, with + len);
            char *judged = run_z3(str_text(&g.text));
            size_t end = strlen(judged);
            if (end < 4 || strcmp(judged + end - 4, "sat\n") != 0 || (end > 4 && judged[end - 5] != '\n'))
                fail_msg("seed %llu: Z3 says to our model\n%s%s", (unsigned long long)seed, judged, str_text(&g.text));
            models++;
            free(with);
            free(judged);
        }
        free(ours);
        free(theirs);
        str_release(&g.text);
    }
    printf("%llu scripts with floats, %llu answers, %llu models, no disagreement\n", (unsigned long long)scripts / 4, (unsigned long long)answers,
           (unsigned long long)models);
    assert_int_equal(mem_live_bytes(), 0);
}

int main(int argc, char **argv) {
    scripts = effort(50, 250);
    if (argc > 1) scripts = strtoull(argv[1], NULL, 10);
    if (argc > 2) first_seed = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_scripts), cmocka_unit_test(test_random_float_scripts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
