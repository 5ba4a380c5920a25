/* A program from its first instruction to its last. */
#ifndef SHRIKE_EXEC_RUN_PROGRAM_H
#define SHRIKE_EXEC_RUN_PROGRAM_H

#include "exec/core/exec.h"
#include "exec/sym/sym.h"

/* Lays out the program in x->now and takes it to its first instruction. */
void exec_begin(struct exec *x, int argc, const char *const *argv);
/* Helps exec_begin: n bytes of ours in the program's memory; a NULL-terminated array of
 * pointers; the first instruction with these arguments of main. */
uint64_t exec_add_string(struct exec *x, const char *text, uint64_t n);
uint64_t exec_add_pointers(struct exec *x, uint32_t n, const uint64_t *pointers);
void exec_start(struct exec *x, uint64_t argc, uint64_t argv, uint64_t envp);
/* Runs constructors, main with these arguments, and exit, in one concrete state. */
enum stop exec_program(struct exec *x, int argc, const char *const *argv);
/* The first frame has returned: enters what comes next. False: that was all. */
bool exec_next_phase(struct exec *x, uint64_t returned, uint32_t returned_sym);
/* Stops with an error if a heap block is lost. */
void exec_check_leaks(struct exec *x);

/* Where a symbolic run begins: its command line, standard input and files. */

/* The first instruction of the program, with these arguments and those of the options:
 * one state for each number of arguments. */
void sym_begin(struct exec *x, int argc, const char *const *argv);
/* The contents of a variable without a definition are an input. */
void sym_give_outside(struct exec *x, const struct ir_global *g);
/* The input of LLVMFuzzerTestOneInput. */
struct sym_fuzzer {
    uint32_t data; /* number of the input */
    expr size;
};
/* Takes it; returns how many bytes there must be room for. */
uint64_t sym_fuzzer_take(struct exec *x, uint64_t most, struct sym_fuzzer *in);
/* Its bytes are at `data`. Returns the size as an expression, 0 if it is `room`. */
uint32_t sym_fuzzer_give(struct exec *x, const struct sym_fuzzer *in, uint64_t data, uint64_t room);

#endif
