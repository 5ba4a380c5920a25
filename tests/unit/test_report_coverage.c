/* Coverage: counting against a simulation that counts every instruction, and the
 * text for lcov, exactly and through a parser of its own. */
#include "test_report_util.h"

#include "ir/cfg.h"
#include "report/coverage.h"
#include "report/formats.h"
#include "test_ir_builder.h"

/* Lines:  5 int f(int x) {
 *         6     while (x) { exit_if(x); x--; }      blocks head and body
 *         7     switch (x) { case 0: case 2: ...; case 1: ... }
 *         8     ...   9 ...  10 return               */
static struct function *build_example(struct program *p, const char *name) {
    struct builder b;
    struct function *callee = build_declare(p, "exit_if", 1, 0), *f = build_declare(p, name, 1, 0);
    build_begin(&b, p, f, NULL, 0, 1);
    f->pos = build_position(p, 5);
    b.pos = build_position(p, 5);
    build_block(&b, "entry");
    build_jmp(&b, 1);
    b.pos = build_position(p, 6);
    build_block(&b, "head");
    build_br(&b, 0, 2, 3);
    build_block(&b, "body");
    build_call(&b, 1, callee->id, (uint32_t[]){0}, 1, 0);
    b.pos = build_position(p, 16); /* x-- on a line of its own */
    build_insn(&b, IR_ADD32I, 0, 0, (uint32_t)-1, 0);
    build_jmp(&b, 1);
    b.pos = build_position(p, 7);
    build_block(&b, "choose");
    build_switch(&b, 0, (uint32_t[]){4, 5, 4}, 3, 6);
    b.pos = build_position(p, 8);
    build_block(&b, "even");
    build_jmp(&b, 6);
    b.pos = build_position(p, 9);
    build_block(&b, "one");
    build_jmp(&b, 6);
    b.pos = 0;
    build_block(&b, "end");
    build_insn(&b, IR_MOV, 1, 0, 0, 0);
    b.pos = build_position(p, 10);
    build_ret(&b);
    build_end(&b);
    return f;
}

static void expect_lines(const struct coverage *cov, const struct coverage_line *expected, uint32_t n) {
    vec_coverage_line lines = {0};
    coverage_lines(cov, &lines);
    assert_int_equal(lines.len, n);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(lines.data[i].file, expected[i].file);
        assert_int_equal(lines.data[i].line, expected[i].line);
        assert_int_equal(lines.data[i].hits, expected[i].hits);
    }
    vec_release(&lines);
}

static void test_example(void **state) {
    (void)state;
    struct program *p = build_program();
    struct coverage cov;
    struct function *f = build_example(p, "f"), *model = build_example(p, "model");
    model->runtime = true;
    coverage_init(&cov, p);
    assert_false(coverage_block(&cov, model->id, 0, 1));
    assert_false(coverage_edge(&cov, model->id, 1, 0, 1));
    assert_false(coverage_jump(&cov, model->id, 0, 1));
    coverage_end(&cov, model->id, 0, 1);

    /* f(1): once around the loop; then f(1) again, where the call does not return. */
    assert_true(coverage_block(&cov, f->id, 0, 1));
    assert_true(coverage_jump(&cov, f->id, 0, 1));
    assert_true(coverage_jump(&cov, f->id, 1, 2));
    assert_true(coverage_jump(&cov, f->id, 2, 1)); /* an old block, but a new edge */
    assert_true(coverage_jump(&cov, f->id, 1, 3));
    assert_true(coverage_jump(&cov, f->id, 3, 4));
    assert_true(coverage_jump(&cov, f->id, 4, 6));
    assert_false(coverage_block(&cov, f->id, 0, 1));
    assert_false(coverage_jump(&cov, f->id, 0, 1));
    assert_false(coverage_jump(&cov, f->id, 1, 2));
    coverage_end(&cov, f->id, f->blocks[2].first, 1);
    static const struct coverage_line lines[] = {{1, 5, 2}, {1, 6, 3}, {1, 7, 1}, {1, 8, 1},
                                                 {1, 9, 0}, {1, 10, 1}, {1, 16, 1}};
    expect_lines(&cov, lines, 7);
    struct coverage_summary sum = coverage_summarize(&cov);
    assert_int_equal(sum.lines, 7);
    assert_int_equal(sum.lines_hit, 6);
    assert_int_equal(sum.branches, 5);
    assert_int_equal(sum.branches_hit, 3);
    assert_int_equal(sum.functions, 1);
    assert_int_equal(sum.functions_hit, 1);

    struct str out = {0};
    lcov_write(&cov, &out);
    expect_text(&out, "TN:\nSF:src/prog.c\n"
                      "FN:5,f\nFNDA:2,f\nFNF:1\nFNH:1\n"
                      "BRDA:6,0,0,2\nBRDA:6,0,1,1\nBRDA:7,0,0,1\nBRDA:7,0,1,0\nBRDA:7,0,2,0\nBRF:5\nBRH:3\n"
                      "DA:5,2\nDA:6,3\nDA:7,1\nDA:8,1\nDA:9,0\nDA:10,1\nDA:16,1\nLF:7\nLH:6\nend_of_record\n");
    str_release(&out);
    coverage_release(&cov);
    program_free(p);
}

/* Two files, in the order of their names; branches that share a line; a function
 * that nobody calls; copies of a static one. */
static void test_files(void **state) {
    (void)state;
    struct program *p = build_program();
    struct coverage cov;
    struct str out = {0};
    vec_push(&p->files, "inc/a.h");
    struct function *f = build_example(p, "f"), *g = build_example(p, "helper"), *h = build_example(p, "helper");
    uint32_t line6 = f->code[f->blocks[1].first].pos;
    f->code[f->blocks[3].first].pos = line6; /* the switch moves to line 6 */
    for (struct function **copy = (struct function *[]){g, h, NULL}; *copy; copy++) {
        (*copy)->pos = 0;
        vec_push(&p->positions, (struct position){2, 3, 1});
        (*copy)->pos = p->positions.len - 1;
        for (uint32_t i = 0; i < (*copy)->ncode; i++) (*copy)->code[i].pos = (*copy)->pos;
    }
    coverage_init(&cov, p);
    coverage_block(&cov, g->id, 0, 5);
    coverage_block(&cov, h->id, 0, 2);
    coverage_edge(&cov, h->id, 1, 1, 4);
    lcov_write(&cov, &out);
    expect_text(&out, "TN:\nSF:inc/a.h\n"
                      "FN:3,helper\nFNDA:7,helper\nFNF:1\nFNH:1\n"
                      "BRDA:3,0,0,-\nBRDA:3,0,1,-\nBRDA:3,1,0,-\nBRDA:3,1,1,-\nBRDA:3,1,2,-\n"
                      "BRDA:3,2,0,0\nBRDA:3,2,1,4\nBRDA:3,3,0,-\nBRDA:3,3,1,-\nBRDA:3,3,2,-\nBRF:10\nBRH:1\n"
                      "DA:3,7\nLF:1\nLH:1\nend_of_record\n"
                      "TN:\nSF:src/prog.c\n"
                      "FN:5,f\nFNDA:0,f\nFNF:1\nFNH:0\n"
                      "BRDA:6,0,0,-\nBRDA:6,0,1,-\nBRDA:6,1,0,-\nBRDA:6,1,1,-\nBRDA:6,1,2,-\nBRF:5\nBRH:0\n"
                      "DA:5,0\nDA:6,0\nDA:8,0\nDA:9,0\nDA:10,0\nDA:16,0\nLF:6\nLH:0\nend_of_record\n");
    str_release(&out);
    coverage_release(&cov);
    program_free(p);
}

/* ---- random programs, executed at random ---- */

struct truth {
    uint64_t *insns, *edges; /* edges by block * 8 + successor */
};

/* Executes f from block `block`, instruction pc; may fork and die anywhere. */
static void simulate(struct coverage *cov, const struct function *f, uint32_t pc, struct truth *truth,
                     struct rng *rng, uint32_t *budget) {
    uint32_t block = cfg_block_at(f, pc);
    for (;;) {
        truth->insns[pc]++;
        if (!*budget || rng_below(rng, 30) == 0) {
            coverage_end(cov, f->id, pc, 1);
            return;
        }
        --*budget;
        if (pc + 1 < f->blocks[block].end) {
            if (rng_below(rng, 20) == 0) {
                coverage_resume(cov, f->id, pc, 1);
                simulate(cov, f, pc + 1, truth, rng, budget);
            }
            pc++;
            continue;
        }
        if (!f->blocks[block].nsuccs) return;
        uint32_t succ = (uint32_t)rng_below(rng, f->blocks[block].nsuccs), to = f->blocks[block].succs[succ];
        truth->edges[block * 8 + succ]++;
        coverage_jump(cov, f->id, block, to);
        block = to;
        pc = f->blocks[to].first;
    }
}

/* What lcov's own reader would sum up. */
static void parse_info(const char *text, struct coverage_summary *sum) {
    uint32_t lines = 0, lines_hit = 0, branches = 0, branches_hit = 0, last = 0, number;
    unsigned long long hits;
    char taken[32];
    for (const char *p = text; *p; p = strchr(p, '\n') + 1) {
        assert_non_null(strchr(p, '\n'));
        if (sscanf(p, "DA:%u,%llu", &number, &hits) == 2) {
            assert_true(number > last);
            last = number;
            lines++, lines_hit += hits > 0;
        } else if (sscanf(p, "BRDA:%u,%*u,%*u,%31s", &number, taken) == 2) {
            branches++, branches_hit += strtoull(taken, NULL, 10) > 0;
        } else if (sscanf(p, "LF:%u", &number) == 1) {
            assert_int_equal(number, lines);
        } else if (sscanf(p, "LH:%u", &number) == 1) {
            assert_int_equal(number, lines_hit);
        } else if (sscanf(p, "BRF:%u", &number) == 1) {
            assert_int_equal(number, branches);
        } else if (sscanf(p, "BRH:%u", &number) == 1) {
            assert_int_equal(number, branches_hit);
        }
    }
    *sum = (struct coverage_summary){.lines = lines, .lines_hit = lines_hit, .branches = branches,
                                     .branches_hit = branches_hit};
}

static void check_against_truth(const struct coverage *cov, const struct function *f, const struct truth *truth) {
    vec_coverage_line lines = {0};
    vec_coverage_branch branches = {0};
    coverage_lines(cov, &lines);
    assert_int_equal(lines.len, f->ncode); /* each instruction has a line of its own */
    for (uint32_t i = 0; i < f->ncode; i++) assert_int_equal(lines.data[i].hits, truth->insns[i]);
    coverage_branches(cov, &branches);
    uint32_t hit = 0, expected_hit = 0;
    for (uint32_t i = 0; i < branches.len; i++) {
        const struct coverage_branch *b = &branches.data[i];
        assert_int_equal(b->hits, truth->edges[b->block * 8 + b->succ]);
        hit += b->hits > 0;
    }
    for (uint32_t b = 0; b < f->nblocks; b++)
        for (uint32_t s = 0; s < 8; s++) expected_hit += f->blocks[b].nsuccs > 1 && truth->edges[b * 8 + s];
    assert_int_equal(hit, expected_hit);
    struct str info = {0};
    struct coverage_summary sum = coverage_summarize(cov), parsed;
    lcov_write(cov, &info);
    parse_info(str_text(&info), &parsed);
    assert_int_equal(sum.lines, parsed.lines);
    assert_int_equal(sum.lines_hit, parsed.lines_hit);
    assert_int_equal(sum.branches, parsed.branches);
    assert_int_equal(sum.branches_hit, parsed.branches_hit);
    str_release(&info);
    vec_release(&lines);
    vec_release(&branches);
}

static void test_random(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 9);
    for (int round = 0; round < 200; round++) {
        struct program *p = build_program();
        struct function *f = build_random(p, "f", 2 + (uint32_t)rng_below(&rng, 30), 4, &rng);
        f->pos = build_position(p, 1);
        for (uint32_t i = 0; i < f->ncode; i++) f->code[i].pos = build_position(p, 100 + i);
        struct coverage cov[2];
        coverage_init(&cov[0], p);
        coverage_init(&cov[1], p);
        struct truth truth = {calloc(f->ncode, 8), calloc(f->nblocks * 8, 8)};
        for (int run = 0; run < 10; run++) {
            uint32_t budget = 300;
            coverage_block(&cov[run % 2], f->id, 0, 1);
            simulate(&cov[run % 2], f, 0, &truth, &rng, &budget);
        }
        coverage_merge(&cov[0], &cov[1]);
        check_against_truth(&cov[0], f, &truth);
        free(truth.insns);
        free(truth.edges);
        coverage_release(&cov[0]);
        coverage_release(&cov[1]);
        program_free(p);
    }
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example), cmocka_unit_test(test_files), cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
