/* Text and Graphviz views, and the checks of the representation. */
#include "test_ir_builder.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/context.h"
#include "base/str.h"
#include "cli/show.h"
#include "ir/cfg.h"
#include "ir/dot.h"
#include "ir/ir.h"
#include "ir/print.h"
#include "test_files.h"

/* int sum(int n, struct wide w) { ... } with a loop, a switch, calls and memory. */
static struct function *build_sum(struct program *p) {
    struct ir_global *text = build_global(p, ".str", 6), *table = build_global(p, "table", 32);
    text->constant = true;
    text->data = (uint8_t *)arena_strdup(&p->arena, "a\"b\n\t");
    struct function *puts_ = build_declare(p, "puts", 1, 1), *f = build_declare(p, "sum", 1, 1);
    table->data = arena_zalloc(&p->arena, 32);
    memcpy(table->data + 8, &puts_->address, 8);
    memcpy(table->data + 16, &(uint64_t){7}, 8);
    memcpy(table->data + 24, &(uint64_t){f->address + 1 + 4}, 8); /* a label */
    float half = 0.5f;
    uint32_t bits;
    memcpy(&bits, &half, 4);
    uint64_t consts[] = {text->address, table->address + 8, (uint64_t)-1, bits, puts_->address};
    struct builder b;
    build_begin(&b, p, f, consts, 5, 10);
    f->pos = build_position(p, 3);
    f->nvars = 2;
    f->vars = ARENA_ARRAY(&p->arena, struct ir_var, 2);
    f->vars[0] = (struct ir_var){"n", 5, 0};
    f->vars[1] = (struct ir_var){"s", 6, 0};
    f->nallocas = 1;
    f->allocas = ARENA_ARRAY(&p->arena, struct ir_alloca, 1);
    f->allocas[0] = (struct ir_alloca){.size = 40, .align = 16, .name = "buf"};
    vec_push(&p->messages, "inline assembly");

    b.pos = build_position(p, 4);
    build_block(&b, "entry");
    build_insn(&b, IR_MOVI, 6, 0, 0, 0);
    build_insn(&b, IR_ALLOCA, 7, 0, 0, 0);
    build_jmp(&b, 1);
    b.pos = build_position(p, 5);
    build_block(&b, "loop");
    build_insn(&b, IR_ADD32, 6, 6, 5, 0);
    build_insn(&b, IR_ADD64I, 8, 7, (uint32_t)-4, 0);
    build_insn(&b, IR_ADDN, 8, 8, 2, 0);
    vec_last(&b.code).aux = 24;
    build_insn(&b, IR_LOAD32, 9, 1, 4, 0);
    build_insn(&b, IR_LOAD16X, 9, 7, 5, (uint32_t)-2);
    vec_last(&b.code).aux = 8;
    build_insn(&b, IR_STORE8, 0, 7, 0, 9);
    build_insn(&b, IR_STORE64X, 9, 7, 5, 16);
    vec_last(&b.code).aux = 1;
    build_insn(&b, IR_FADD32, 9, 9, 3, 0);
    build_insn(&b, IR_FCMP64, 9, 9, 8, 0);
    vec_last(&b.code).aux = 4;
    build_insn(&b, IR_BITOP, 9, 9, 0, 0);
    vec_last(&b.code).aux = 32 | BITOP_CTLZ << 8;
    build_insn(&b, IR_WIDE, 10, 10, 12, WIDE_MUL);
    vec_last(&b.code).aux = 128;
    build_insn(&b, IR_WIDE, 9, 10, 12, WIDE_SLT);
    vec_last(&b.code).aux = 100;
    build_insn(&b, IR_FCAST, 9, 5, FLOAT_NONE | 32 << 8, FLOAT_64);
    vec_last(&b.code).aux = CAST_SITOFP;
    build_insn(&b, IR_SEXTN, 9, 9, 0, 0);
    vec_last(&b.code).aux = 7 | 33 << 8;
    build_insn(&b, IR_LEA64, 9, 7, 5, 12);
    b.pos = build_position(p, 6);
    build_call(&b, 9, puts_->id, (uint32_t[]){0}, 1, 1);
    build_insn(&b, IR_CALLI, 0, 4, build_call_record(&b, (uint32_t[]){5}, 1, 0), 0);
    build_insn(&b, IR_UNSUPPORTED, 0, 0, 0, 0);
    build_insn(&b, IR_BSLTNI, 2, 6, (uint32_t)-9, 1);
    vec_last(&b.code).aux = 16 << 8 | 3;
    build_block(&b, "choose");
    build_switch(&b, 5, (uint32_t[]){4, 3, 4}, 3, 5);
    build_block(&b, NULL);
    build_insn(&b, IR_UNREACHABLE, 0, 0, 0, 0);
    build_block(&b, NULL);
    build_br(&b, 5, 1, 5);
    build_block(&b, "end");
    build_insn(&b, IR_RET, 0, 6, 0, 0);
    build_block(&b, "dead");
    build_jmp(&b, 5);
    build_end(&b);
    return f;
}

static const char expected[] =
    "func @sum(n.5) -> 1 {                                       ; src/prog.c:3:3\n"
    "b0 entry:\n"
    "    s.6 = movi 0                                            ; 4:3\n"
    "    %7 = alloca 40 align 16 \"buf\"\n"
    "    jmp b1\n"
    "b1 loop:                                                    ; from b0, b1, b4\n"
    "    s.6 = add.32 s.6, n.5                                   ; 5:3\n"
    "    %8 = add.64 %7, -4\n"
    "    %8 = add.24 %8, -1\n"
    "    %9 = load.32 [@table+8 + 4]\n"
    "    %9 = loadx.16 [%7 + n.5 * 8 - 2]\n"
    "    store.8 [%7] = %9\n"
    "    storex.64 [%7 + n.5 + 16] = %9\n"
    "    %9 = fadd.32 %9, 0.5f\n"
    "    %9 = fcmp.64.olt %9, %8\n"
    "    %9 = ctlz.32 %9\n"
    "    %10:2 = mul.128 %10:2, %12:2\n"
    "    %9 = slt.100 %10:2, %12:2\n"
    "    %9 = sitofp.i32.f64 n.5\n"
    "    %9 = sext.7.33 %9\n"
    "    %9 = lea.64 %7 + n.5 * 12\n"
    "    %9 = call @puts(@.str \"a\\\"b\\n\\t\")                       ; 6:3\n"
    "    calli *@puts(n.5)\n"
    "    unsupported \"inline assembly\"\n"
    "    br.slt.16 s.6, -9 -> b1 else b2\n"
    "b2 choose:                                                  ; from b1\n"
    "    switch n.5 {\n"
    "        0, 2 -> b4\n"
    "        1 -> b3\n"
    "        else -> b5\n"
    "    }\n"
    "b3:                                                         ; from b2\n"
    "    unreachable\n"
    "b4:                                                         ; from b2\n"
    "    br n.5 -> b1 else b5\n"
    "b5 end:                                                     ; from b2, b4, b6\n"
    "    ret s.6\n"
    "b6 dead:                                                    ; unreachable\n"
    "    jmp b5\n"
    "}\n";

static void test_print(void **state) {
    (void)state;
    struct program *p = build_program();
    struct function *f = build_sum(p);
    assert_null(program_check(p));
    cfg_build(p, f);
    struct printer printer;
    struct str out;
    printer_init(&printer, p);
    str_init(&out);
    print_function(&printer, &out, f);
    assert_string_equal(str_text(&out), expected);
    str_clear(&out);
    for (uint32_t i = 1; i < p->globals.len; i++) print_global(&printer, &out, p->globals.data[i]);
    assert_string_equal(str_text(&out), "const @.str: 6 align 8 = \"a\\\"b\\n\\t\"\n"
                                        "global @table: 32 align 8\n"
                                        "    +8: @puts\n"
                                        "    +16: 7\n"
                                        "    +24: @sum:b4\n");
    str_clear(&out);
    print_program(&printer, &out, false);
    assert_non_null(strstr(str_text(&out), "declare @puts(1) -> 1\n"));
    assert_non_null(strstr(str_text(&out), expected));
    str_release(&out);
    printer_release(&printer);
    program_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

/* ---- show, through a file in place of standard output */

static void capture(struct context *ctx, struct program *p, const char *what, const char *function,
                    struct str *out, int *status) {
    temp_path path;
    int file = temp_file(path, ""), saved = dup(1);
    assert_true(file >= 0 && saved >= 0);
    fflush(stdout);
    dup2(file, 1);
    *status = cli_show(ctx, p, what, function);
    fflush(stdout);
    dup2(saved, 1);
    close(saved);
    close(file);
    str_clear(out);
    assert_true(str_read_file(out, path));
    unlink(path);
}

static uint32_t count(const char *text, const char *what) {
    uint32_t n = 0;
    for (const char *at = text; (at = strstr(at, what)); at++) n++;
    return n;
}

static void test_show(void **state) {
    (void)state;
    struct program *p = build_program();
    struct context ctx;
    struct str out;
    int status;
    p->entry = build_sum(p)->id;
    build_global(p, "unused", 8);
    context_init(&ctx);
    str_init(&out);
    capture(&ctx, p, "ir", "sum", &out, &status);
    assert_int_equal(status, 0);
    assert_non_null(strstr(str_text(&out), expected));
    assert_int_equal(count(str_text(&out), "\nglobal @"), 1);
    assert_int_equal(count(str_text(&out), "unused"), 0);
    capture(&ctx, p, "cfg", NULL, &out, &status);
    assert_int_equal(status, 0);
    assert_int_equal(count(str_text(&out), " -> "), 9);
    assert_int_equal(count(str_text(&out), "lightblue"), 1);
    assert_int_equal(count(str_text(&out), "style=bold"), 2);
    assert_int_equal(count(str_text(&out), "style=dotted"), 1);
    assert_int_equal(count(str_text(&out), "label=\"0, 2\""), 1);
    assert_int_equal(count(str_text(&out), "{"), count(str_text(&out), "}"));
    ctx.opt.show_code = true;
    capture(&ctx, p, "cfg", "sum", &out, &status);
    assert_non_null(strstr(str_text(&out), "@.str \\\"a\\\\\\\"b\\\\n"));
    capture(&ctx, p, "calls", NULL, &out, &status);
    assert_int_equal(count(str_text(&out), "shape=diamond"), 1);
    assert_int_equal(count(str_text(&out), "\"sum\" -> \"puts\";"), 1);
    assert_int_equal(count(str_text(&out), "\"sum\" -> \"*(1) -> 0\";"), 1);
    assert_int_equal(count(str_text(&out), "\"*(1) -> 0\" -> \"puts\";"), 1);
    ctx.opt.show_format = 1;
    capture(&ctx, p, "calls", NULL, &out, &status);
    assert_string_equal(str_text(&out), "puts (no code)\nsum: puts, *(puts)\n");
    capture(&ctx, p, "cfg", NULL, &out, &status);
    assert_non_null(strstr(str_text(&out), "    b2 choose -> b4 b3 b5, line 6\n"));
    capture(&ctx, p, "loops", NULL, &out, &status);
    assert_string_equal(str_text(&out), "sum: 1 loop\n    loop 1 at b1, src/prog.c:5-6, 3 blocks; "
                                        "back from b1 b4; exits b2 -> b3, b2 -> b5, b4 -> b5\n");
    ctx.log.level = LOG_ERROR;
    ctx.log.out = fopen("/dev/null", "w");
    capture(&ctx, p, "ir", "nosuch", &out, &status);
    assert_int_equal(status, 1);
    capture(&ctx, p, "nosuch", NULL, &out, &status);
    assert_int_equal(status, 1);
    fclose(ctx.log.out);
    context_release(&ctx);
    str_release(&out);
    program_free(p);
    assert_int_equal(mem_live_bytes(), 0);
}

/* ---- each invariant, broken */

static uint32_t find_op(const struct function *f, enum ir_op op) {
    for (uint32_t pc = 0; pc < f->ncode; pc++)
        if (f->code[pc].op == op) return pc;
    fail();
    return 0;
}

static struct insn *insn_of(struct function *f, enum ir_op op) { return &f->code[find_op(f, op)]; }

static void break_it(struct program *p, struct function *f, uint32_t how) {
    switch (how) {
    case 0: f->blocks[2].first++; break;
    case 1: insn_of(f, IR_ALLOCA)->op = IR_RET; break;
    case 2: insn_of(f, IR_JMP)->op = IR_POISON; break;
    case 3: insn_of(f, IR_JMP)->c++; break;
    case 4: insn_of(f, IR_ADD32)->a = f->nslots; break;
    case 5: insn_of(f, IR_ADD32)->d = f->nslots; break;
    case 6: insn_of(f, IR_ADD32)->d = 4; break;
    case 7: insn_of(f, IR_WIDE)->d = f->nslots - 1; break;
    case 8: insn_of(f, IR_WIDE)->b = f->nslots - 1; break;
    case 9: insn_of(f, IR_CALL)->a = p->functions.len; break;
    case 10: insn_of(f, IR_CALL)->b = f->ncalls; break;
    case 11: insn_of(f, IR_SWITCH)->b = f->nswitches; break;
    case 12: insn_of(f, IR_ALLOCA)->a = f->nallocas; break;
    case 13: insn_of(f, IR_UNSUPPORTED)->a = p->messages.len; break;
    case 14: insn_of(f, IR_MOVI)->pos = p->positions.len; break;
    case 15: f->switches[0].values[1] = 0; break;
    case 16: f->switches[0].targets[1] = f->blocks[1].first + 1; break;
    case 17: f->calls[0].args[0].slot = f->nslots; break;
    case 18: f->vars[1].slot = f->nslots; break;
    case 19: f->nparam_slots = 2; break;
    case 20: insn_of(f, IR_MOVI)->op = IR_OPS; break;
    case 21: p->entry = 1; break;
    case 22: f->id = 1; break;
    case 23: insn_of(f, IR_BITOP)->aux = 65; break;
    case 24: f->blocks[f->nblocks - 1].end--; break;
    case 25: insn_of(f, IR_RET)->a = f->nslots; break;
    case 26: f->allocas[0].align = 3; break;
    case 27: p->files.len = 1; break;
    case 28: f->switches[0].dense = f->switches[0].targets, f->switches[0].dense_len = 2; break;
    }
}

static const char *const complaints[] = {
    "starts at",     "inside",         "at the end",     "not the first of a block",
    "reads slots",   "writes slots",   "writes constant", "writes slots",
    "reads slots",   "calls function", "call record",    "switch 1 of",
    "alloca 1 of",   "message",        "position",       "not ascending",
    "not the first", "argument in",    "variable s",     "parameters fill",
    "no such operator", "entry",       "number 1 at 2",  "width 65",
    "is empty",      "reads slots",    "alignment 3",    "file 1 of 1",
    "dense length",
};

static void test_check(void **state) {
    (void)state;
    for (uint32_t how = 0; how < sizeof complaints / sizeof *complaints; how++) {
        struct program *p = build_program();
        struct function *f = build_sum(p);
        p->entry = f->id;
        assert_null(program_check(p));
        break_it(p, f, how);
        const char *error = program_check(p);
        if (!error) print_error("case %u: no complaint\n", how);
        assert_non_null(error);
        if (!strstr(error, complaints[how])) print_error("case %u: %s\n", how, error);
        assert_non_null(strstr(error, complaints[how]));
        program_free(p);
    }
    assert_int_equal(mem_live_bytes(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_show),
        cmocka_unit_test(test_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
