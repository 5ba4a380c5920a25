/* The program: functions, blocks, instructions, globals.
 *
 * A compact, register-based form made for interpretation; the hot loop never
 * sees LLVM. A value of up to 64 bits is one 64-bit slot of the frame; integers
 * above that and x87 long doubles take several; aggregates and vectors are
 * flattened into consecutive slots of their scalars. Constants that do not fit
 * an immediate live in the first slots of the frame, set once when the frame is
 * made. Phis are parallel copies on edges; getelementptr is arithmetic.
 *
 * Invariants: (1) code[blocks[b].first .. blocks[b].end) ends in the only control
 * instruction of block b, calls aside; (2) targets are the `first` of some block;
 * (3) every slot is below nslots; slots below nconsts are never written; (4) blocks
 * are in code order without gaps, and block 0 is the entry.
 */
#ifndef SHRIKE_IR_IR_H
#define SHRIKE_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/layout.h"

enum ir_op {
#define OP(name, text, operands) IR_##name,
#include "ir/ops.def"
#undef OP
    IR_OPS
};

/* clang-format off */
enum ir_bitop {
    BITOP_CTPOP, BITOP_CTLZ, BITOP_CTTZ, BITOP_BSWAP, BITOP_BITREVERSE, BITOP_FSHL, BITOP_FSHR,
    BITOP_ABS, BITOP_SMIN, BITOP_SMAX, BITOP_UMIN, BITOP_UMAX,
    BITOP_SADD_SAT, BITOP_UADD_SAT, BITOP_SSUB_SAT, BITOP_USUB_SAT, BITOP_SSHL_SAT, BITOP_USHL_SAT,
    BITOP_SCMP, BITOP_UCMP
};
enum ir_overflow { OVF_SADD, OVF_UADD, OVF_SSUB, OVF_USUB, OVF_SMUL, OVF_UMUL };
enum ir_wide {
    WIDE_ADD, WIDE_SUB, WIDE_MUL, WIDE_AND, WIDE_OR, WIDE_XOR, WIDE_SHL, WIDE_LSHR, WIDE_ASHR,
    WIDE_UDIV, WIDE_SDIV, WIDE_UREM, WIDE_SREM,
    WIDE_EQ, WIDE_NE, WIDE_ULT, WIDE_ULE, WIDE_UGT, WIDE_UGE, WIDE_SLT, WIDE_SLE, WIDE_SGT, WIDE_SGE,
    WIDE_CADD, WIDE_CSUB, WIDE_CMUL, WIDE_CSHL,
    WIDE_CTPOP, WIDE_CTLZ, WIDE_CTTZ, WIDE_BSWAP, WIDE_BITREVERSE, WIDE_ABS,
    WIDE_SMIN, WIDE_SMAX, WIDE_UMIN, WIDE_UMAX,
    WIDE_SADD_O, WIDE_UADD_O, WIDE_SSUB_O, WIDE_USUB_O, WIDE_SMUL_O, WIDE_UMUL_O, /* d+2: flag */
};
enum ir_float { FLOAT_NONE, FLOAT_32, FLOAT_64, FLOAT_80, FLOAT_16 };
enum ir_fbin { FBIN_ADD, FBIN_SUB, FBIN_MUL, FBIN_DIV, FBIN_REM, FBIN_NEG, FBIN_ABS, FBIN_COPYSIGN,
               FBIN_MINNUM, FBIN_MAXNUM, FBIN_OPEN, FBIN_SQRT, FBIN_RINT };
enum ir_cast { CAST_TRUNC, CAST_ZEXT, CAST_SEXT, CAST_FPTOUI, CAST_FPTOSI, CAST_UITOFP, CAST_SITOFP,
               CAST_FP };

/* FBIN and FCAST: a rounding mode, numbered as expr/float.h has them, is above the operator in aux;
 * 0 is to nearest. */
enum { IR_MODE_SHIFT = 8, IR_MODES = 5 };
#define IR_FLOAT_OP(aux) ((aux) & 0xffu)
#define IR_FLOAT_MODE(aux) ((uint32_t)(aux) >> IR_MODE_SHIFT)

struct insn {
    uint16_t op; /* enum ir_op */
    uint16_t aux;
    uint32_t d, a, b, c;
    uint32_t pos; /* into program.positions; 0: none */
};

/* What a program does with the addresses of objects (IR_APART). */
enum ir_apart {
    APART_EQUAL,    /* == and != of two pointers */
    APART_ORDER,    /* <, <=, >, >= */
    APART_DISTANCE, /* - */
    APART_NUMBER,   /* of one pointer */
    APART_ALIGNMENT /* low bits of one */
};

struct position {
    uint32_t file; /* into program.files; 0: none */
    uint32_t line;
    uint32_t column;
};
/* clang-format on */

/* One scalar (or a byval aggregate) handed over in a call. */
/* Where x86-64 passes an argument: general or vector registers; the rest of a vector
 * register; memory. */
enum ir_reg { REG_GENERAL, REG_VECTOR, REG_REST, REG_MEMORY };

struct ir_arg {
    uint32_t slot;
    uint32_t size;  /* bytes in a vararg area; of the copied object if byval */
    uint16_t align; /* in a vararg area, or of the copy */
    uint8_t nslots;
    uint8_t fkind; /* enum ir_float */
    bool byval;
    uint8_t reg; /* enum ir_reg */
};

struct ir_call {
    uint32_t nargs;
    struct ir_arg *args;
    uint32_t nret;         /* slots that the caller expects */
    uint16_t ret_width;    /* of a scalar result, in bits */
    uint8_t ret_fkind;     /* enum ir_float */
    uint32_t site;         /* of the storage that it makes, into program.sites; 0: none */
    bool ignored;          /* no code looks at the result */
    const char *signature; /* of a call that may not fit its function (ir/signature.h); equal ones are one; else NULL */
};

struct ir_switch {
    uint32_t ncases;
    uint64_t *values; /* ascending, unsigned */
    uint32_t *targets;
    uint32_t otherwise;
    uint32_t width;
    /* Dense form: targets indexed by value - values[0]; NULL if sparse. */
    uint32_t *dense;
    uint64_t dense_len;
};

/* What a variable is in C: an integer (its basic type, as DWARF calls it: "unsigned int"), or
 * an array of such. NULL: anything else. */
struct ir_ctype {
    const char *integer;
    bool array; /* of one dimension */
};

struct ir_alloca {
    uint64_t size;
    uint32_t align;
    uint32_t pos;
    const char *name; /* of the source variable; NULL if unknown */
    struct ir_ctype type;
    bool escapes; /* its address is used for more than direct access */
    bool marked;  /* life.start says when it begins */
    uint32_t site;
};

/* A place of the user's program that makes storage without a value: a variable, or
 * calls of an allocation function on one line. */
struct ir_site {
    const char *name;
    uint32_t line; /* 0: unknown */
    bool choice;   /* no storage: a value that C leaves open (front/premises/choices.h) */
};

struct ir_param {
    uint32_t size;  /* byval: bytes of the object; else bits of its only part, 0: several */
    uint16_t align; /* byval: of the object; else the part's kind (enum ir_float) */
    uint8_t nslots;
    bool byval;
};

/* A source variable held in slots (after simplification). */
struct ir_var {
    const char *name;
    uint32_t slot;
    uint32_t pos;
};

struct ir_block {
    uint32_t first, end; /* code indexes */
    uint32_t nsuccs, npreds;
    uint32_t *succs, *preds; /* block numbers; set by cfg_build */
    const char *name;
    bool added; /* by a transformation: stands for no code of the source */
};

struct function {
    const char *name;
    uint32_t id;
    uint32_t pos;
    bool defined;
    bool varargs;
    bool runtime;     /* one of our library models */
    bool harness;     /* made to call the function that the user asked for: nothing is said about it */
    bool stub;        /* ... made for a function without a definition (front/define/external.h) */
    bool internal;    /* static */
    int builtin;      /* engine built-in that implements it; -1: none */
    uint32_t effects; /* of the known function called so: ask known_effects (ir/known.h) */
    uint64_t address;

    struct insn *code;
    uint32_t ncode;
    struct ir_block *blocks;
    uint32_t nblocks;
    uint64_t *consts;
    uint32_t nconsts;
    uint32_t nslots;     /* constants included */
    uint32_t param_base; /* slot of the first parameter; the others follow */
    uint32_t nparams;
    struct ir_param *params;
    uint32_t nparam_slots;
    uint32_t nret;         /* slots returned */
    const char *signature; /* ir/signature.h; NULL: not looked at */
    uint32_t nallocas;
    struct ir_alloca *allocas;
    uint32_t ncalls;
    struct ir_call *calls;
    uint32_t nswitches;
    struct ir_switch *switches;
    uint32_t nvars;
    struct ir_var *vars;
    struct cfg *cfg;     /* NULL before cfg_build */
    uint32_t max_active; /* frames of it that may be active at once; 0: any number */
    uint32_t recursion;  /* functions that call one another in a circle share it; 0: none */
    uint32_t llvm_insns; /* before lowering, for statistics */
};

struct ir_reloc {
    uint64_t offset; /* in the global's data */
    uint64_t value;  /* address, known when the program is built */
};

/* May other constants share a constant's storage? */
enum ir_literal {
    LITERAL_NONE,
    LITERAL_ONE,     /* a literal, and literals with the same bytes and other constants do */
    LITERAL_SEVERAL, /* it is several literals in the source, which here are one object */
};

struct ir_global {
    const char *name;
    uint64_t size;
    uint32_t align;
    uint32_t pos;
    struct ir_ctype type;
    uint64_t address;
    uint32_t object; /* number of its memory object */
    bool constant;
    bool written;  /* some instruction may write to it */
    bool external; /* declared, not defined: contents unknown */
    bool input;    /* if it has no definition, its contents are an input */
    bool thread_local_;
    enum ir_literal literal;
    uint8_t *data; /* size bytes, little endian, pointers filled in; NULL: all zero */
};

/* A compiler may give the source another meaning: "assuming that WHAT", and the verdict's word for it. */
struct ir_supposed {
    const char *what, *narrows; /* in the program's arena */
};

struct program {
    struct arena arena;
    bool is32;          /* ILP32 */
    bool threads;       /* some may be created */
    bool wraps;         /* the source has signed arithmetic that C does not let overflow */
    bool same_literals; /* some variable is several literals */
    uint32_t ptr_bytes; /* 4 or 8 */
    struct layout layout;
    VEC(struct function *) functions; /* number 0 unused */
    VEC(struct ir_global *) globals;  /* number 0 unused */
    VEC(const char *) files;          /* number 0 unused */
    VEC(struct position) positions;   /* number 0: none */
    VEC(const char *) messages;
    VEC(struct ir_site) sites; /* number 0: none */
    vec_u32 constructors;      /* functions, in order of execution */
    vec_u32 destructors;
    uint32_t entry;
    uint32_t next_object; /* first object number not taken by globals and functions */
    struct strmap function_names;
    struct strmap global_names;
    uint64_t llvm_insns;
    struct strmap input_types; /* C types (const char *, in the arena) of objects made symbolic, by their names */
    struct bounds *bounds;     /* of loops and recursion (ir/bound.h); NULL: none */
    VEC(struct ir_supposed) supposed; /* what its meaning rests on from the start */
};

/* Object numbers and addresses of globals and functions are fixed when the
 * program is built; ir/layout.h maps numbers to addresses. */

struct program *program_new(void);
void program_free(struct program *p);
struct function *program_function(const struct program *p, const char *name);
struct ir_global *program_global(const struct program *p, const char *name);
/* "file:line:column", or "?" . Points into p's arena or a literal. */
const char *program_where(struct program *p, uint32_t pos);

/* Written by the user? */
static inline bool ir_is_users(const struct function *f) { return !f->runtime && !f->harness; }

/* A library model that nothing refers to is defined, but not lowered. */
static inline bool ir_has_code(const struct function *f) { return f->nblocks > 0; }

const char *ir_op_name(enum ir_op op);
const char *ir_op_operands(enum ir_op op);
/* Control instructions end a block; calls do not. */
bool ir_is_terminator(enum ir_op op);

/* ---- verify.c ---- */

/* The first violation of an invariant of ir.h, or NULL. The text belongs to p. */
const char *program_check(struct program *p);

#endif
