/* Invariants that one engine tells another (engine/loopnotes.h, engine/bmc/hints.h): what k-induction does not prove alone is proved
 * with them, and nothing that is wrong is proved, whatever they say. */
#include "exec/decide/fork.h"
#include "exec/run/program.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "test_lab.h"

#include "base/rng.h"
#include "engine/engine.h"
#include "engine/loopnotes.h"
#include "ir/bound.h"

/* t follows s one round later, and n is never above 20: neither is inductive without the other. */
static const char needs_both[] = "int __VERIFIER_nondet_int(void);\n"
                                 "void reach_error(void);\n"
                                 "int main(void) {\n"
                                 "    unsigned n = 0, s = 0, t = 0;\n"
                                 "    while (1) {\n"
                                 "        int k = __VERIFIER_nondet_int();\n"
                                 "        unsigned old = s;\n"
                                 "        s = k == 3 ? 5 : k == 4 ? 11 : k == 5 ? 17 : n > LIMIT ? 8 : 5;\n"
                                 "        if (t != 0 && t != 5 && t != 11 && t != 17) reach_error();\n"
                                 "        t = old;\n"
                                 "        n = n >= 20 ? 0 : n + 2;\n"
                                 "    }\n"
                                 "}\n";

enum { MOST_NOTES = 256, FEW = 3000, MANY = 40000 /* instructions */ };

struct post {
    vec_u8 notes[MOST_NOTES];
    uint32_t in, out;
    struct notes_link link;
};

static void post_tell(void *owner, const vec_u8 *note) {
    struct post *p = owner;
    if (p->in < MOST_NOTES) copy_bytes(&p->notes[p->in++], note);
}

static bool post_hear(void *owner, vec_u8 *note) {
    struct post *p = owner;
    if (p->out == p->in) return false;
    vec_clear(note);
    copy_bytes(note, &p->notes[p->out++]);
    return true;
}

static void post_init(struct post *p) {
    memset(p, 0, sizeof *p);
    p->link = (struct notes_link){.tell = post_tell, .hear = post_hear, .owner = p};
}

static void post_release(struct post *p) {
    for (uint32_t i = 0; i < p->in; i++) vec_release(&p->notes[i]);
}

struct ear {
    uint32_t bugs;
};

static bool hear(void *owner, struct exec *x) {
    (void)x;
    ((struct ear *)owner)->bugs++;
    return false;
}

struct outcome {
    bool exhausted, safe;
    uint32_t bugs;
    uint64_t lemmas, heard;
};

/* As session_begin does it. */
static struct outcome run_engine(enum engine engine, const char *text, const char *define, bool simplify, uint64_t most, const struct notes_link *link) {
    static const char *const argv[] = {"program"};
    struct context ctx;
    struct ear ear = {0};
    struct listener to = {.bug = hear, .owner = &ear};
    struct covered covered;
    struct run r;
    struct exec x;
    struct outcome out = {0};
    struct str error = {0};
    context_init(&ctx);
    ctx.log.level = LOG_ERROR;
    struct program *p = program_from(&ctx, text, define, simplify);
    struct bound_wish wish = {.all = BOUND_NONE, .count_all = true};
    if (engine_counts_loops(engine)) assert_true(bound_apply(p, &wish, &error));
    engine_prepare(engine, p);
    covered_init(&covered, p);
    exec_init(&x, &ctx, p, 1u << CHECK_ASSERT, &fork_decider);
    x.wanted = checks_bugs(x.checks);
    x.max_instructions = most;
    sym_init(&x, NULL, NULL);
    exec_begin(&x, 1, argv);
    run_init(&r, &x, &to, &covered);
    r.link = link;
    assert_true(engine_run(engine, &r, &out.exhausted));
    out.safe = out.exhausted && !x.sym->gaps.seen && !ear.bugs;
    out.bugs = ear.bugs;
    out.lemmas = ctx.stats.bmc_lemmas;
    out.heard = ctx.stats.bmc_heard;
    run_release(&r);
    if (!x.abandoned) {
        sym_release(&x);
        exec_release(&x);
        covered_release(&covered);
    }
    program_free(p);
    context_release(&ctx);
    return out;
}

static void a_note_completes_a_proof(void **unused) {
    (void)unused;
    for (int simplify = 0; simplify < 2; simplify++) {
        struct post post;
        post_init(&post);
        assert_false(run_engine(ENGINE_BMC, needs_both, "-DLIMIT=20", simplify, FEW, NULL).safe);
        assert_false(run_engine(ENGINE_INVARIANT, needs_both, "-DLIMIT=20", simplify, MANY, &post.link).safe);
        assert_true(post.in > 0);
        struct outcome with = run_engine(ENGINE_BMC, needs_both, "-DLIMIT=20", simplify, FEW, &post.link);
        assert_true(with.safe && with.lemmas && with.heard);
        post_release(&post);
    }
}

/* ---- random machines -------------------------------------------------------------------------------------- */

enum { SIDE = 64, WAYS = 3, TERMS = 6, MACHINES = 100, CONDS = 60, MUTANTS = 3000 };

/* Two numbers below SIDE; the next ones follow from an input and some factors. */
struct machine {
    uint32_t first[2], error[2], term[WAYS][TERMS];
};

static void step(const struct machine *m, uint32_t way, const uint32_t at[2], uint32_t to[2]) {
    const uint32_t *k = m->term[way];
    to[0] = (k[0] * at[0] + k[1] * at[1] + k[2]) % SIDE;
    to[1] = (k[3] * at[0] + k[4] * at[1] + k[5]) % SIDE;
}

/* Looks at all states, in the order of how many steps lead there; last: the last one. True: the error is reached (if that ends it). */
static bool look(const struct machine *m, bool ends, uint32_t last[2]) {
    bool seen[SIDE][SIDE] = {{false}};
    uint32_t todo[SIDE * SIDE + 1][2], n = 0;
    memcpy(todo[n++], m->first, sizeof m->first);
    seen[m->first[0]][m->first[1]] = true;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to[2];
        memcpy(last, todo[i], sizeof to);
        for (uint32_t way = 0; way < WAYS; way++) {
            step(m, way, todo[i], to);
            if (ends && to[0] == m->error[0] && to[1] == m->error[1]) return true;
            if (!seen[to[0]][to[1]]) memcpy(todo[n++], to, sizeof to);
            seen[to[0]][to[1]] = true;
        }
    }
    return false;
}

/* Is the error reached? */
static bool reaches_error(const struct machine *m) {
    uint32_t last[2];
    return look(m, true, last);
}

static void add_way(struct str *out, const struct machine *m, uint32_t way) {
    const uint32_t *k = m->term[way];
    if (way + 1 < WAYS) str_addf(out, "        if (k == %u)", way);
    str_addf(out, " { a = (%u * x + %u * y + %u) & %u; b = (%u * x + %u * y + %u) & %u; }%s\n", k[0], k[1], k[2], SIDE - 1, k[3], k[4], k[5], SIDE - 1,
             way + 1 < WAYS ? " else" : "");
}

static void add_program(struct str *out, const struct machine *m) {
    str_add(out, "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nunsigned a, b;\nint main(void) {\n");
    str_addf(out, "    a = %u, b = %u;\n    while (1) {\n        unsigned x = a, y = b, k = (unsigned)__VERIFIER_nondet_int();\n", m->first[0], m->first[1]);
    for (uint32_t way = 0; way < WAYS; way++) add_way(out, m, way);
    str_addf(out, "        if (a == %u && b == %u) reach_error();\n    }\n}\n", m->error[0], m->error[1]);
}

/* Numbers grow slowly, so that some errors are far away, and not everything is reached. Half of the errors are as far away as can be: wrong lemmas hold for long. */
static void draw_machine(struct rng *rng, struct machine *m) {
    for (int i = 0; i < 2; i++) m->first[i] = (uint32_t)rng_below(rng, SIDE);
    for (int i = 0; i < 2; i++) m->error[i] = (uint32_t)rng_below(rng, SIDE);
    for (uint32_t way = 0; way < WAYS; way++)
        for (uint32_t i = 0; i < TERMS; i++) m->term[way][i] = i == 0 || i == 4 ? 1 : i % 3 == 2 ? (uint32_t)rng_below(rng, 3) * 2 : rng_below(rng, 4) == 0;
    if (rng_below(rng, 2)) look(m, false, m->error);
}

/* One of the two numbers, or a register, most of which hold nothing that is needed at the head. */
static expr draw_word(struct rng *rng, struct lab *l, const struct function *f) {
    uint32_t slot = f->nconsts + (uint32_t)rng_below(rng, f->nslots - f->nconsts);
    if (rng_below(rng, 2)) return places_word(&l->x, &l->places, lab_address(l, rng_below(rng, 2) ? "a" : "b"), 4);
    return expr_extract(l->x.sym->pool, places_register(&l->x, &l->places, 0, slot), 0, 32);
}

static expr draw_cond(struct rng *rng, struct lab *l, const struct function *f) {
    struct expr_pool *pool = l->x.sym->pool;
    expr a = draw_word(rng, l, f), b = rng_below(rng, 2) ? expr_const(pool, 32, rng_below(rng, SIDE + 2)) : draw_word(rng, l, f);
    switch (rng_below(rng, 4)) {
    case 0: return expr_eq(pool, a, b);
    case 1: return expr_not(pool, expr_eq(pool, a, b));
    case 2: return expr_ule(pool, a, b);
    default: return expr_ule(pool, b, a);
    }
}

/* Notes for all that may be the loop, made up. */
static void make_up(struct rng *rng, const char *text, struct post *post) {
    struct lab l;
    lab_open(&l, text, false);
    const struct function *f = l.p->functions.data[l.p->entry];
    for (uint32_t header = 0; header < f->nblocks && header < 12; header++) {
        struct loopnote t = {.function = f->id, .header = header};
        vec_u8 note = {0};
        loopnote_frames(l.x.now, &t.frames);
        while (t.conds.len < CONDS) {
            expr c = draw_cond(rng, &l, f);
            if (!expr_is_const(l.x.sym->pool, c)) vec_push(&t.conds, c);
        }
        if (loopnote_write(&l.x, &l.places, &t, &note)) post_tell(post, &note);
        vec_release(&note);
        loopnote_release(&t);
    }
    lab_close(&l);
}

/* Whatever notes say, a wrong condition is not proved and a right one is not refuted. */
static void no_note_proves_what_is_wrong(void **unused) {
    (void)unused;
    struct rng rng;
    uint32_t wrong = 0, used = 0, proved = 0;
    rng_init(&rng, 11);
    for (uint32_t i = 0; i < MACHINES; i++) {
        struct machine m;
        struct str text = {0};
        struct post post;
        post_init(&post);
        draw_machine(&rng, &m);
        add_program(&text, &m);
        make_up(&rng, str_text(&text), &post);
        struct outcome o = run_engine(ENGINE_BMC, str_text(&text), "-DNOTES", false, FEW, &post.link);
        bool is_wrong = reaches_error(&m);
        assert_false(o.safe && is_wrong);
        assert_false(o.bugs && !is_wrong);
        wrong += is_wrong;
        used += o.lemmas > 0;
        proved += o.safe;
        post_release(&post);
        str_release(&text);
    }
    printf("%u machines, %u wrong, %u proved, %u with lemmas\n", MACHINES, wrong, proved, used);
    assert_true(wrong > MACHINES / 8 && used > 0);
}

/* c never changes, so that it is not 7 is kept by every round; but it may be 7 at the beginning. */
static void what_is_kept_must_also_begin(void **unused) {
    (void)unused;
    static const char text[] = "int __VERIFIER_nondet_int(void);\n"
                               "void reach_error(void);\n"
                               "unsigned a, c;\n"
                               "int main(void) {\n"
                               "    c = (unsigned)__VERIFIER_nondet_int();\n"
                               "    while (1) {\n"
                               "        if (a == 40 && c == 7) reach_error();\n"
                               "        a++;\n"
                               "    }\n"
                               "}\n";
    struct lab l;
    struct post post;
    post_init(&post);
    lab_open(&l, text, false);
    const struct function *f = l.p->functions.data[l.p->entry];
    expr c = places_word(&l.x, &l.places, lab_address(&l, "c"), 4);
    expr is_seven = expr_eq(l.x.sym->pool, c, expr_const(l.x.sym->pool, 32, 7));
    for (uint32_t header = 0; header < f->nblocks; header++) {
        struct loopnote t = {.function = f->id, .header = header};
        vec_u8 note = {0};
        loopnote_frames(l.x.now, &t.frames);
        vec_push(&t.conds, expr_not(l.x.sym->pool, is_seven));
        assert_true(loopnote_write(&l.x, &l.places, &t, &note));
        post_tell(&post, &note);
        vec_release(&note);
        loopnote_release(&t);
    }
    lab_close(&l);
    assert_false(run_engine(ENGINE_BMC, text, "-DNOTES", false, FEW / 10, &post.link).safe);
    post_release(&post);
}

/* What is true of another program, and what is no note at all. */
static void wrong_and_malformed_notes_change_nothing(void **unused) {
    (void)unused;
    struct post post;
    struct lab l;
    struct rng rng;
    struct loopnote t;
    uint32_t counts[3] = {0};
    post_init(&post);
    run_engine(ENGINE_INVARIANT, needs_both, "-DLIMIT=20", false, MANY, &post.link);
    assert_true(post.in > 0);
    struct outcome o = run_engine(ENGINE_BMC, needs_both, "-DLIMIT=15", false, MANY, &post.link);
    assert_false(o.safe);
    assert_true(o.heard > 0);
    struct str here = {0};
    str_addf(&here, "#define LIMIT 20\n%s", needs_both);
    lab_open(&l, str_text(&here), false);
    str_release(&here);
    rng_init(&rng, 3);
    for (uint32_t i = 0; i < MUTANTS; i++) {
        vec_u8 bad = {0};
        copy_bytes(&bad, &post.notes[rng_below(&rng, post.in)]);
        for (uint64_t k = rng_below(&rng, 4) + 1; k; k--) bad.data[rng_below(&rng, bad.len)] = (uint8_t)rng_below(&rng, 256);
        if (rng_below(&rng, 4) == 0) bad.len = (uint32_t)rng_below(&rng, bad.len);
        enum loopnote_read how = loopnote_read(&l.x, &l.places, bad.data, bad.data + bad.len, &t);
        if (how == LOOPNOTE_READ) loopnote_release(&t);
        counts[how]++;
        vec_release(&bad);
    }
    assert_true(counts[LOOPNOTE_REFUSED] > MUTANTS / 4 && counts[LOOPNOTE_READ] > 0);
    lab_close(&l);
    post_release(&post);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_note_completes_a_proof),
        cmocka_unit_test(no_note_proves_what_is_wrong),
        cmocka_unit_test(what_is_kept_must_also_begin),
        cmocka_unit_test(wrong_and_malformed_notes_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
