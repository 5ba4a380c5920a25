/* The program as text.
 *
 *   func @sum(n.2) -> 1 {                       ; prog.c:3
 *   b1 loop:                                    ; from b0, b1
 *       s.4 = add.32 s.4, i.3                   ; 5:9
 *       br.slt.32 i.3, n.2 -> b1 else b2
 *
 * A slot is %number, or name.number if it holds a source variable, or the value of
 * its constant; `:2` marks a value in two slots (`:n` in n). Addresses are @name+offset, with
 * the text if they point to a string, or @function:block for a label. Positions
 * stand where the line changes.
 */
#ifndef SHRIKE_IR_PRINT_H
#define SHRIKE_IR_PRINT_H

#include "ir/ir.h"
#include "ir/operands.h"

/* From addresses back to names. */

struct named_address {
    uint64_t address;
    uint64_t size; /* functions: blocks, since a label's address is 1 + its block's number */
    const char *name;
    const struct ir_global *global; /* NULL: a function */
};

struct symbols {
    VEC(struct named_address) list; /* by address */
};

/* The function at an address or of a label there, or the global that holds it or
 * ends there; NULL if there is none. */
const struct named_address *symbols_find(const struct symbols *symbols, uint64_t address);

struct str;

struct printer {
    const struct program *p;
    struct symbols symbols;
    const struct function *f; /* whose variable names are at hand */
    const char **names;       /* of its slots; NULL: none */
};

void printer_init(struct printer *printer, const struct program *p);
void printer_release(struct printer *printer);

/* One instruction without end of line; a switch takes a line for each target. */
void print_insn(struct printer *printer, struct str *out, const struct function *f, uint32_t pc);
void print_function(struct printer *printer, struct str *out, const struct function *f);
void print_global(struct printer *printer, struct str *out, const struct ir_global *g);
/* Globals, then functions: those of the user, or with `runtime` all. */
void print_program(struct printer *printer, struct str *out, bool runtime);

/* A number as people like it: small ones decimal, others hexadecimal, addresses of
 * the program by name. */
void print_value(struct printer *printer, struct str *out, uint64_t value);
/* "file:line:column"; the file is left out if it is number `known_file`. */
void print_position(const struct program *p, struct str *out, uint32_t pos, uint32_t known_file);

/* ---- what the two files that print share */

/* How a constant operand is to be read. */
enum reading { READ_INT, READ_F32, READ_F64 };

/* Looks up the variables of f, once for many instructions in a row. */
void print_choose_function(struct printer *printer, const struct function *f);
/* Slots of the chosen function. */
void print_slots(struct printer *printer, struct str *out, struct slot_range slots, enum reading reading);
/* As a string literal, cut if long. */
void print_text(struct str *out, const char *text);

#endif
