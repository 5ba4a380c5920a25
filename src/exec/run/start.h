/* Where a symbolic run begins: its command line, standard input and files. */
#ifndef SHRIKE_EXEC_RUN_START_H
#define SHRIKE_EXEC_RUN_START_H

#include "exec/sym/sym.h"

/* The first instruction of the program, with these arguments and those of the options:
 * one state for each number of arguments. */
void sym_begin(struct exec *x, int argc, const char *const *argv);
/* The contents of a variable that nobody defines are an input. */
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
