/* Lowering of LLVM modules to a program; shared by the files of this folder.
 *
 * One `struct lower` serves a whole program: the user's module first, then those
 * modules of the library that it needs, function by function as they are
 * referred to. Per function it keeps the code under construction. Branch targets
 * are block numbers until finish_function turns them into code indexes.
 */
#ifndef SHRIKE_FRONT_LOWER_LOWER_H
#define SHRIKE_FRONT_LOWER_LOWER_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/map.h"
#include "base/vec.h"
#include "front/front.h"
#include "front/llvm/variable.h"
#include "ir/ir.h"

struct context;

/* ---- program.c ---- */
/* The module as a program, with all of the library that it needs. The module is not to be used afterwards. */
struct program *lower_program(struct context *ctx, const struct front_input *input, LLVMModuleRef module);

/* A scalar part of a type. */
struct leaf {
    uint64_t offset; /* bytes from the start of the value in memory */
    uint16_t width;  /* bits */
    uint8_t fkind;   /* enum ir_float; FLOAT_NONE: integer or pointer */
    uint8_t nslots;  /* 64 bits each */
};

struct leaves {
    uint32_t len;
    uint32_t nslots;
    bool ok; /* false: has a part that we do not support */
    struct leaf *at;
};

struct lower {
    struct context *ctx;
    const struct front_input *input;
    struct program *p;
    struct arena arena;   /* leaves */
    struct map types;     /* LLVMTypeRef to struct leaves * */
    struct map functions; /* LLVMValueRef to function number */
    struct map globals;   /* LLVMValueRef to global number */
    struct map scopes;    /* LLVMMetadataRef to file number */
    struct strmap files;
    struct strmap signatures;           /* to the one copy of each */
    const struct front_module *library; /* for the program's word size */
    int nlibrary;
    struct lower_module *modules; /* one per library module, loaded on demand */
    LLVMContextRef llvm;
    LLVMTargetDataRef layout;
    struct strmap sites;          /* what makes storage, by a key of its own, to number */
    struct strmap library_names;  /* symbol to 1 + index of the library module defining it */
    VEC(struct lower_work) work;  /* functions and globals still to be lowered */
    struct map waiting_functions; /* of the library, not referred to so far: number to value */
    struct map waiting_globals;

    /* The function under construction. */
    struct function *fn;
    LLVMValueRef llvm_fn;
    struct map slots;   /* LLVMValueRef to slot */
    struct map consts;  /* 64-bit value to constant number */
    struct map blocks;  /* LLVMBasicBlockRef to block number */
    struct map folded;  /* getelementptrs computed by their loads and stores */
    struct map allocas; /* LLVMValueRef to alloca number + 1 */
    VEC(struct insn) code;
    VEC(struct ir_block) bb;
    VEC(struct ir_call) calls;
    VEC(struct ir_switch) switches;
    VEC(struct ir_alloca) alloca_infos;
    VEC(struct ir_var) vars;
    value_list declares; /* its calls of llvm.dbg.declare */
    vec_u64 const_values;
    uint32_t nregs;       /* slots above the constants, so far */
    uint32_t pos;         /* of the instruction being lowered */
    uint32_t block_insns; /* LLVM instructions since the block began */
    uint32_t current;     /* block being filled */
};

struct lower_work {
    LLVMValueRef value; /* a function with a body, or a global with an initialiser */
    uint32_t number;
    bool is_function;
    bool in_library;
};

/* While a function is under construction a slot is a register (its number) or a
 * constant (CONST_SLOT + its number); finish_function puts constants first. */
#define CONST_SLOT UINT32_C(0x80000000)

/* ---- address.c: where the numbers of addresses matter ---- */
/* Before the comparison, the cast of a pointer, or the arithmetic operation is emitted. */
void mark_comparison(struct lower *lo, LLVMValueRef icmp);
void mark_cast(struct lower *lo, LLVMValueRef cast);
void mark_arithmetic(struct lower *lo, LLVMValueRef inst);

/* ---- site.c: places that make storage ---- */
/* Number of the place with this key, made if need be; 0 in library functions. */
uint32_t keyed_site(struct lower *lo, const char *key, const char *name, unsigned line);
uint32_t alloca_site(struct lower *lo, LLVMValueRef inst);
/* Of a direct call of an allocation function; 0 if it is none. */
uint32_t call_site(struct lower *lo, LLVMValueRef call, const char *callee);
/* Of a call of a choice (front/premises/choices.h) with this name. */
uint32_t choice_site(struct lower *lo, LLVMValueRef call, const char *name);
/* Of a call of shrike.undef; 0 if it belongs to no variable. *offset: in the variable. */
uint32_t undef_site(struct lower *lo, LLVMValueRef call, uint32_t *offset);

/* ---- types.c ---- */
const struct leaves *type_leaves(struct lower *lo, LLVMTypeRef type);
uint32_t int_width(LLVMTypeRef type); /* integers; pointers: their size in bits is ptr_width */
uint32_t ptr_width(const struct lower *lo);
/* Width of an integer or pointer type, 0 for anything else. */
uint32_t scalar_width(const struct lower *lo, LLVMTypeRef type);
enum ir_float float_kind(LLVMTypeRef type);
uint32_t float_slots(enum ir_float kind);

/* ---- const.c ---- */
/* Appends the slot values of a constant; false if it cannot be known now. */
bool const_values(struct lower *lo, LLVMValueRef v, vec_u64 *out);
/* Writes a constant into memory form. */
bool const_bytes(struct lower *lo, LLVMValueRef v, uint8_t *out, uint64_t size);
/* The words of an integer constant, low word first. */
void const_int_words(LLVMValueRef v, uint64_t *words, uint32_t n);
/* Width of word k of a scalar of `width` bits. */
uint32_t word_width(uint32_t width, uint32_t k);

/* ---- link.c: names, globals, functions, library ---- */
uint32_t function_ref(struct lower *lo, LLVMValueRef fn);
uint32_t global_ref(struct lower *lo, LLVMValueRef global);
uint64_t function_address(struct lower *lo, LLVMValueRef fn);
uint64_t global_address(struct lower *lo, LLVMValueRef global);
void declare_module(struct lower *lo, LLVMModuleRef module, bool library);
/* Lowers what the engine calls by itself, of those library modules that are loaded. */
void wake_hooks(struct lower *lo);
void library_init(struct lower *lo);
void library_release(struct lower *lo);

/* ---- debug.c ---- */
void set_position(struct lower *lo, LLVMValueRef inst);
uint32_t position_of_function(struct lower *lo, LLVMValueRef fn);
uint32_t position_of_global(struct lower *lo, LLVMValueRef global, struct ir_ctype *type);
/* Takes in a llvm.dbg.* call. */
void note_debug_call(struct lower *lo, LLVMValueRef call);

/* ---- lower.c: emission ---- */
uint32_t new_slots(struct lower *lo, uint32_t n);
uint32_t const_slot(struct lower *lo, uint64_t value);
/* First slot of a value; constants get slots, undef gets an instruction. */
uint32_t operand(struct lower *lo, LLVMValueRef v);
/* First slot of the result of inst. */
uint32_t result(struct lower *lo, LLVMValueRef inst);
void emit(struct lower *lo, enum ir_op op, uint32_t aux, uint32_t d, uint32_t a, uint32_t b, uint32_t c);
void emit_mov(struct lower *lo, uint32_t d, uint32_t a, uint32_t n);
/* Execution that gets here stops with "not supported: ...". */
void emit_unsupported(struct lower *lo, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A value is a constant integer of at most 64 bits. */
bool const_u64(LLVMValueRef v, uint64_t *out);
void lower_function(struct lower *lo, const struct lower_work *work);

/* ---- arith.c ---- */
/* dst = a op b for an LLVM integer opcode on scalars of `width` bits; checked:
 * overflow is an error. b_const: b is a constant of this value, or NULL. */
void emit_int_op(struct lower *lo, LLVMOpcode op, uint32_t width, uint32_t d, uint32_t a, uint32_t b,
                 const uint64_t *b_const, bool checked);
void emit_icmp(struct lower *lo, LLVMIntPredicate pred, uint32_t width, uint32_t d, uint32_t a, uint32_t b,
               const uint64_t *b_const);
/* Truncates, zero- or sign-extends scalars. */
void emit_int_cast(struct lower *lo, enum ir_cast cast, uint32_t from, uint32_t to, uint32_t d, uint32_t a);
void lower_int_binary(struct lower *lo, LLVMValueRef inst, LLVMOpcode op, bool checked);
/* A call of shrike.index or shrike.align: a word, and what it is compared with. */
void lower_word_check(struct lower *lo, LLVMValueRef inst, enum ir_op base32);
void lower_icmp(struct lower *lo, LLVMValueRef inst);
bool icmp_is_fused(struct lower *lo, LLVMValueRef icmp);
void emit_fused_branch(struct lower *lo, LLVMValueRef icmp, uint32_t yes, uint32_t no);
void lower_cast(struct lower *lo, LLVMValueRef inst);
void lower_bitcast(struct lower *lo, LLVMTypeRef from, LLVMTypeRef to, uint32_t d, uint32_t a);

/* ---- float.c ---- */
enum ir_fbin float_op_of(LLVMOpcode op);
/* Operators may have a rounding mode above them (ir/ir.h). */
void lower_float_binary(struct lower *lo, LLVMValueRef inst, uint32_t op);
void emit_float_op(struct lower *lo, uint32_t op, enum ir_float kind, uint32_t d, uint32_t a, uint32_t b);
void lower_fneg(struct lower *lo, LLVMValueRef inst);
/* What front/protect/floats.h has hidden; false: it is none of that. */
bool lower_hidden_float(struct lower *lo, LLVMValueRef inst, const char *name);
void lower_fcmp(struct lower *lo, LLVMValueRef inst);
enum ir_cast float_cast_of(LLVMOpcode op);
void lower_float_cast(struct lower *lo, LLVMValueRef inst, uint32_t cast);

/* ---- mem.c ---- */
void lower_alloca(struct lower *lo, LLVMValueRef inst);
void lower_load(struct lower *lo, LLVMValueRef inst);
void lower_store(struct lower *lo, LLVMValueRef inst);
void lower_gep(struct lower *lo, LLVMValueRef inst);
void lower_atomic(struct lower *lo, LLVMValueRef inst);
/* Do the loads and stores that use it compute this address themselves? */
bool gep_is_folded(struct lower *lo, LLVMValueRef gep);
/* Offset of a constant getelementptr (instruction or expression). */
bool gep_const_offset(struct lower *lo, LLVMValueRef gep, int64_t *offset);

/* ---- vector.c: aggregates and vectors ---- */
void lower_extract_value(struct lower *lo, LLVMValueRef inst);
void lower_insert_value(struct lower *lo, LLVMValueRef inst);
void lower_extract_element(struct lower *lo, LLVMValueRef inst);
void lower_insert_element(struct lower *lo, LLVMValueRef inst);
void lower_shuffle(struct lower *lo, LLVMValueRef inst);

/* ---- within.c ---- */
/* Is an index surely within its bound? Then it needs no check at run time.
 *
 * What is seen: bytes and other narrow numbers, masks, remainders, and counters of loops. Nothing
 * here rests on promises that arithmetic does not overflow. */
/* 0 <= index < bound, whenever execution is in block `at`, where both are known? */
bool index_is_within(LLVMValueRef index, LLVMValueRef bound, LLVMBasicBlockRef at);

/* ---- call.c, intrinsic.c ---- */
/* The program's copy of a signature: equal ones are one. */
const char *lower_signature(struct lower *lo, struct str *text);
void lower_call(struct lower *lo, LLVMValueRef inst);
/* False if it is no intrinsic that we know. */
bool lower_intrinsic(struct lower *lo, LLVMValueRef inst, const char *name);
bool lower_protected(struct lower *lo, LLVMValueRef inst, const char *name);

#endif
