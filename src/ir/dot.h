/* Graphs of the program for Graphviz. */
#ifndef SHRIKE_IR_DOT_H
#define SHRIKE_IR_DOT_H

#include "ir/callgraph.h"
#include "ir/loops.h"
#include "ir/print.h"

/* Flow graphs: one digraph, each function a box in it. Loop heads are filled,
 * jumps back to them are bold, unreachable blocks dotted. With `code` the nodes
 * hold their instructions. Functions need their cfg. */
void dot_begin(struct str *out, const char *name);
void dot_function(struct str *out, struct printer *printer, const struct function *f, const struct loops *loops,
                  bool code);
void dot_end(struct str *out);

/* Call graph of the nodes in `shown` as one digraph. Calls through pointers pass a
 * diamond for their signature; recursive functions are filled, those without code
 * dashed, unreachable ones grey. */
void dot_calls(struct str *out, const struct callgraph *cg, const struct bitset *shown);

/* Source lines of a block: sets *first and *last to 0 if there are none in the
 * function's file. */
void dot_block_lines(const struct program *p, const struct function *f, uint32_t block, uint32_t *first,
                     uint32_t *last);

#endif
