#include "front/protect/floats.h"

#include <llvm-c/Target.h>
#include <string.h>

#include "base/str.h"
#include "front/llvm/emit.h"

bool flags_are_looked_at(LLVMModuleRef module) {
    static const char *const names[] = {"fetestexcept", "fegetexceptflag", "fegetenv", "feholdexcept"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(module, names[i]);
        if (fn && LLVMIsDeclaration(fn) && LLVMGetFirstUse(fn)) return true;
    }
    return false;
}

/* ---- calls of runtime/exceptions.c ------------------------------------------------------------- */

static void raises(LLVMModuleRef module, LLVMBuilderRef b, const char *what, const char *letters, LLVMValueRef *args,
                   unsigned n) {
    LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(module));
    struct str name = {0};
    bool known = strlen(letters) == 1 + (strcmp(what, "narrow") == 0);
    if (known) str_addf(&name, "__shrike_raises_%s_%s", what, letters);
    else str_addf(&name, "__shrike_raises_anything");
    emit_call(module, b, str_text(&name), nothing, args, known ? n : 0);
    str_release(&name);
}

static LLVMValueRef word(LLVMModuleRef module, int value) {
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(module)), (unsigned long long)value, 1);
}

/* Integers of so many bits are not below the first, and below the second. */
static void bounds(LLVMTypeRef type, unsigned bits, bool is_signed, LLVMValueRef out[2]) {
    double top = 1;
    for (unsigned i = is_signed; i < bits; i++) top *= 2;
    out[0] = LLVMConstReal(type, is_signed ? -top : 0);
    out[1] = LLVMConstReal(type, top);
}

/* ---- operations -------------------------------------------------------------------------------- */

static unsigned bits_of(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

static bool is_32_bit(LLVMModuleRef module) { return LLVMPointerSize(LLVMGetModuleDataLayout(module)) == 4; }

/* Instructions convert to signed integers of 32 and 64 bits; what compilers make of the others raises what it raises
 * where the next wider one has no room for all values. */
static void to_int(LLVMModuleRef module, LLVMBuilderRef b, const struct flags_of *of, bool is_signed,
                   const char *letters) {
    enum { INVALID_INEXACT = 0x21 };
    LLVMTypeRef type = LLVMTypeOf(of->args[0]);
    unsigned bits = bits_of(LLVMTypeOf(of->result));
    bool wide = bits == 0 || bits > 64 || (!is_signed && bits > (is_32_bit(module) ? 16 : 32));
    LLVMValueRef args[4] = {of->args[0], NULL, NULL, word(module, wide ? INVALID_INEXACT : 0)};
    if (!*letters || !bits) return raises(module, b, "to_int", "", args, 0);
    bounds(type, bits, is_signed, args + 1);
    raises(module, b, "to_int", letters, args, 4);
}

void flags_operation(LLVMModuleRef module, LLVMBuilderRef b, const char *op, const struct flags_of *of) {
    static const struct {
        const char *op, *what;
    } binary[] = {{"fadd", "sum"}, {"fsub", "sum"}, {"fmul", "product"}, {"fdiv", "quotient"}};
    char from[3] = {format_letter(LLVMTypeOf(of->args[0]))}, to[2] = {format_letter(LLVMTypeOf(of->result))};
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++) {
        if (strcmp(op, binary[i].op) != 0) continue;
        LLVMValueRef right = strcmp(op, "fsub") == 0 ? LLVMBuildFNeg(b, of->args[1], "") : of->args[1];
        return raises(module, b, binary[i].what, from,
                      (LLVMValueRef[]){of->args[0], right, of->result, of->up, of->down}, 5);
    }
    if (strcmp(op, "sqrt") == 0)
        return raises(module, b, "root", from, (LLVMValueRef[]){of->args[0], of->result, of->up, of->down}, 4);
    if (strcmp(op, "rint") == 0)
        return raises(module, b, "integral", from, (LLVMValueRef[]){of->args[0], of->result}, 2);
    if (strcmp(op, "nearbyint") == 0 || strcmp(op, "fpext") == 0)
        return raises(module, b, "exact", to[0] ? from : to, (LLVMValueRef[]){of->args[0]}, 1);
    if (strcmp(op, "fptosi") == 0 || strcmp(op, "fptoui") == 0) return to_int(module, b, of, op[4] == 's', from);
    if (strcmp(op, "sitofp") == 0 || strcmp(op, "uitofp") == 0)
        return raises(module, b, "from_int", to, (LLVMValueRef[]){of->result, of->up, of->down}, 3);
    if (strcmp(op, "fptrunc") == 0) {
        from[from[0] && to[0]] = to[0];
        return raises(module, b, "narrow", from, (LLVMValueRef[]){of->args[0], of->result}, 2);
    }
    raises(module, b, op, "", NULL, 0);
}

void flags_whole(LLVMModuleRef module, LLVMBuilderRef b, LLVMValueRef a, LLVMValueRef r, LLVMTypeRef type) {
    LLVMValueRef args[4] = {a, r};
    char letter[2] = {format_letter(LLVMTypeOf(a))};
    bounds(LLVMTypeOf(a), bits_of(type), true, args + 2);
    raises(module, b, "long", letter, args, 4);
}

/* ---- comparisons ------------------------------------------------------------------------------- */

void flags_compare(LLVMModuleRef module, LLVMBuilderRef b, LLVMRealPredicate predicate, LLVMValueRef x, LLVMValueRef y,
                   bool strict, bool signals) {
    char letter[2] = {format_letter(LLVMTypeOf(x))};
    bool about_nan = predicate == LLVMRealORD || predicate == LLVMRealUNO;
    bool equality = predicate == LLVMRealOEQ || predicate == LLVMRealUNE || about_nan;
    LLVMValueRef args[] = {x, y, word(module, strict && signals), word(module, !strict && !equality),
                           word(module, !strict && about_nan)};
    raises(module, b, "compare", letter, args, 5);
}

/* ---- functions of the library ------------------------------------------------------------------ */

static bool is_silent(const char *name) {
    static const char *const names[] = {"fabs",    "copysign", "nan",      "isnan",     "isinf",       "finite",
                                        "__isnan", "__isinf",  "__finite", "__signbit", "__fpclassify"};
    return FORMAT_LISTS(names, name) || strncmp(name, "__VERIFIER_", 11) == 0 || strncmp(name, "klee_", 5) == 0 ||
           strstr(name, "printf") || strncmp(name, "__shrike", 8) == 0;
}

void flags_library_call(LLVMModuleRef module, LLVMBuilderRef b, const char *name, LLVMValueRef call) {
    static const char *const exact[] = {"floor", "ceil", "trunc", "round", "roundeven", "nearbyint", "frexp", "modf"};
    static const char *const choices[] = {"fmin", "fmax"}, *const rests[] = {"fmod"};
    if (is_silent(name)) return;
    LLVMValueRef args[3] = {0};
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n && i < 2; i++) args[i] = LLVMGetOperand(call, i);
    char letter[2] = {n ? format_letter(LLVMTypeOf(args[0])) : 0};
    bool pair = n == 2 && LLVMTypeOf(args[0]) == LLVMTypeOf(args[1]);
    if (n && FORMAT_LISTS(exact, name)) raises(module, b, "exact", letter, args, 1);
    else if (pair && FORMAT_LISTS(choices, name)) raises(module, b, "choice", letter, args, 2);
    else if (pair && FORMAT_LISTS(rests, name))
        raises(module, b, "rest", letter, (LLVMValueRef[]){args[0], args[1], call}, 3);
    else raises(module, b, "anything", "", NULL, 0);
}
