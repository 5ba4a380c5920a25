/* How arguments and results of a call are passed, as text, and whether a call fits a function.
 *
 *   signature  = ["s"] result "(" {part} ["." {part}] ")"
 *   part       = letter number ","
 *   result     = part | "v," (none)
 *   letter     = "i" integer or pointer of so many bits | "f" kind of floating-point number
 *              | "b" bytes of an object passed by value | "m" anything else
 *
 * "s" is a struct returned in memory, "." begins variable arguments: nothing follows it in
 * a function's signature, nor in a call of a function without a prototype.
 *
 * C wants compatible types (C17 6.5.2.2); here only what the machine notices is wrong: other
 * pointees, other signs, a wider argument than is looked at and more arguments than are taken
 * do no harm; nor, in 32-bit programs, do variable arguments. One rule for engine and native replay: this header stands
 * alone. */
#ifndef SHRIKE_IR_SIGNATURE_H
#define SHRIKE_IR_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Takes the part at *at; false at the end or at a point. */
static inline bool signature_part(const char **at, char *letter, unsigned long *number) {
    if (**at == ')' || **at == '.' || !**at) return false;
    *letter = *(*at)++;
    *number = strtoul(*at, NULL, 10);
    *at += strcspn(*at, ",.)");
    *at += **at == ',';
    return true;
}

/* Calls of functions that threads begin with. */
static inline const char *signature_of_start(bool c11, bool is32) {
    return c11 ? is32 ? "i32,(i32,)" : "i32,(i64,)" : is32 ? "i32,(i32,)" : "i64,(i64,)";
}

/* Does the callee find an argument where the caller puts it, with all bits that it looks at? */
static inline bool signature_argument_fits(char have, unsigned long had, char want, unsigned long wanted, bool is32) {
    if (have == 'm' || want == 'm') return true;
    if (have != want) return false;
    if (want != 'i') return had == wanted;
    if (had > 64 || wanted > 64) return had == wanted;
    return is32 ? (had > 32) == (wanted > 32) : had > 32 || wanted <= 32;
}

static inline const char *signature_result_misfit(const char **call, const char **fn, bool ignored) {
    char want = 'm', have = 'm';
    unsigned long wanted = 0, had = 0;
    bool other = (**call == 's') != (**fn == 's');
    *call += **call == 's';
    *fn += **fn == 's';
    signature_part(call, &want, &wanted);
    signature_part(fn, &have, &had);
    if (other) return "a result of another kind";
    if (ignored || want == 'v' || want == 'm' || have == 'm') return NULL;
    if (have == 'v') return "a result that it does not have";
    if (have != want || (want == 'f' ? had != wanted : had < wanted)) return "a result of another kind";
    return NULL;
}

/* What is wrong with calling a function like that, in words; NULL: nothing. */
static inline const char *signature_misfit(const char *call, const char *fn, bool ignored, bool is32) {
    char have = 'm', want = 'm';
    unsigned long had = 0, wanted = 0;
    if (call == fn || strcmp(call, fn) == 0) return NULL;
    const char *wrong = signature_result_misfit(&call, &fn, ignored);
    call++, fn++; /* the parenthesis */
    bool open = false;
    while (signature_part(&fn, &want, &wanted)) {
        if (*call == '.') open = true, call++;
        if (!signature_part(&call, &have, &had)) return "too few arguments";
        if (!signature_argument_fits(have, had, want, wanted, is32)) return "an argument of another kind";
    }
    if (wrong || is32) return wrong; /* there all arguments lie on the stack */
    if (*fn == '.' && !open && !strchr(call, '.')) return "a fixed number of arguments";
    const char *dots = strchr(call, '.');
    if (*fn != '.' && (open || (dots && dots[1] != ')'))) return "variable arguments";
    return NULL;
}

#endif
