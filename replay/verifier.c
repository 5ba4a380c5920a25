/* Every convention by which programs take inputs, assume and fail, natively. */
#include "replay_rt.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- inputs ---------------------------------------------------------------------- */

#define INPUT(type, name)             \
    PUBLIC type name(void) {          \
        type value;                   \
        take(&value, sizeof value, #name); \
        return value;                 \
    }
#define NAMED(type, function)                                    \
    PUBLIC type function(const char *name) {                     \
        type value;                                              \
        take(&value, sizeof value, name ? name : #function);     \
        return value;                                            \
    }
/* A truth value comes as a byte. */
#define TRUTH(function)                           \
    PUBLIC bool function(void) {                  \
        unsigned char value;                      \
        take(&value, 1, #function);               \
        return value & 1;                         \
    }

TRUTH(__VERIFIER_nondet_bool)
TRUTH(__VERIFIER_nondet__Bool)
INPUT(char, __VERIFIER_nondet_char)
INPUT(signed char, __VERIFIER_nondet_schar)
INPUT(unsigned char, __VERIFIER_nondet_uchar)
INPUT(unsigned char, __VERIFIER_nondet_u8)
INPUT(unsigned char, __VERIFIER_nondet_U8)
INPUT(signed char, __VERIFIER_nondet_S8)
INPUT(uint8_t, __VERIFIER_nondet_uint8_t)
INPUT(uint16_t, __VERIFIER_nondet_uint16_t)
INPUT(uint32_t, __VERIFIER_nondet_uint32_t)
INPUT(uint64_t, __VERIFIER_nondet_uint64_t)
INPUT(int8_t, __VERIFIER_nondet_int8_t)
INPUT(int16_t, __VERIFIER_nondet_int16_t)
INPUT(int32_t, __VERIFIER_nondet_int32_t)
INPUT(int64_t, __VERIFIER_nondet_int64_t)
INPUT(short, __VERIFIER_nondet_short)
INPUT(unsigned short, __VERIFIER_nondet_ushort)
INPUT(unsigned short, __VERIFIER_nondet_u16)
INPUT(int, __VERIFIER_nondet_int)
INPUT(unsigned, __VERIFIER_nondet_uint)
INPUT(unsigned, __VERIFIER_nondet_unsigned)
INPUT(unsigned, __VERIFIER_nondet_unsigned_int)
INPUT(unsigned, __VERIFIER_nondet_u32)
INPUT(long, __VERIFIER_nondet_long)
INPUT(unsigned long, __VERIFIER_nondet_ulong)
INPUT(long long, __VERIFIER_nondet_loff_t)
INPUT(unsigned long, __VERIFIER_nondet_sector_t)
INPUT(unsigned long, __VERIFIER_nondet_pthread_t)
INPUT(size_t, __VERIFIER_nondet_size_t)
INPUT(long long, __VERIFIER_nondet_longlong)
INPUT(unsigned long long, __VERIFIER_nondet_ulonglong)
INPUT(unsigned long long, __VERIFIER_nondet_u64)
INPUT(void *, __VERIFIER_nondet_pointer)
INPUT(char *, __VERIFIER_nondet_pchar)
INPUT(char *, __VERIFIER_nondet_charp)
INPUT(const char *, __VERIFIER_nondet_const_char_pointer)
INPUT(float, __VERIFIER_nondet_float)
INPUT(double, __VERIFIER_nondet_double)
#ifdef __SIZEOF_INT128__
INPUT(__int128, __VERIFIER_nondet_int128)
INPUT(unsigned __int128, __VERIFIER_nondet_uint128)
#endif

TRUTH(nondet_bool)
INPUT(char, nondet_char)
INPUT(signed char, nondet_schar)
INPUT(unsigned char, nondet_uchar)
INPUT(short, nondet_short)
INPUT(unsigned short, nondet_ushort)
INPUT(int, nondet_int)
INPUT(unsigned, nondet_uint)
INPUT(unsigned, nondet_unsigned)
INPUT(long, nondet_long)
INPUT(unsigned long, nondet_ulong)
INPUT(long long, nondet_longlong)
INPUT(unsigned long long, nondet_ulonglong)
INPUT(size_t, nondet_size_t)
INPUT(float, nondet_float)
INPUT(double, nondet_double)

TRUTH(lct_get_bool)
INPUT(char, lct_get_char)
INPUT(signed char, lct_get_byte)
INPUT(short, lct_get_short)
INPUT(int, lct_get_int)
INPUT(long, lct_get_long)
INPUT(long long, lct_get_longlong)
INPUT(unsigned char, lct_get_uchar)
INPUT(unsigned short, lct_get_ushort)
INPUT(unsigned, lct_get_uint)
INPUT(unsigned long, lct_get_ulong)
INPUT(unsigned long long, lct_get_ulonglong)
INPUT(float, lct_get_float)
INPUT(double, lct_get_double)

NAMED(int, klee_int)
NAMED(int, shrike_int)
NAMED(unsigned, shrike_unsigned)
NAMED(long, shrike_long)
NAMED(unsigned long, shrike_unsigned_long)
NAMED(long long, shrike_long_long)
NAMED(unsigned long long, shrike_unsigned_long_long)
NAMED(short, shrike_short)
NAMED(char, shrike_char)
NAMED(unsigned char, shrike_byte)
NAMED(float, shrike_float)
NAMED(double, shrike_double)

PUBLIC bool shrike_bool(const char *name) {
    unsigned char value;
    take(&value, 1, name ? name : "bool");
    return value & 1;
}

PUBLIC void klee_make_symbolic(void *p, size_t n, const char *name) { take(p, n, name ? name : "?"); }
PUBLIC void shrike_make_symbolic(void *p, size_t n, const char *name) { take(p, n, name ? name : "?"); }
PUBLIC void __VERIFIER_nondet_memory(void *p, size_t n) { take(p, n, "memory"); }

/* ---- assumptions ------------------------------------------------------------------- */

static void assume(bool holds) {
    if (!holds) stop("assumption", "an assumption does not hold for these inputs");
}

PUBLIC void __VERIFIER_assume(int condition) { assume(condition); }
PUBLIC void klee_assume(uintptr_t condition) { assume(condition); }
PUBLIC void __CPROVER_assume(bool condition) { assume(condition); }
PUBLIC void shrike_assume(int condition) { assume(condition); }

static int within(int low, long long end, const char *name) {
    int value;
    const struct record *next = peek();
    /* One value is no input, unless the test has it. */
    if (low + 1LL == end && (!next || !name || strcmp(record_name(next), name) != 0)) return low;
    take(&value, sizeof value, name ? name : "range");
    assume(low <= value && value < end);
    return value;
}

PUBLIC int klee_range(int begin, int end, const char *name) { return within(begin, end, name); }
PUBLIC int shrike_range(int low, int high, const char *name) { return within(low, high + 1LL, name); }

PUBLIC uintptr_t klee_choose(uintptr_t n) {
    uintptr_t value;
    take(&value, sizeof value, "klee_choose");
    assume(value < n);
    return value;
}

/* ---- errors ------------------------------------------------------------------------ */

static void assertion(const char *text) { stop("assertion-failure", text ? text : ""); }

PUBLIC void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)function;
    remark_place(file, line);
    assertion(text);
}
PUBLIC void __assert(const char *text, const char *file, int line) {
    remark_place(file, (unsigned)line);
    assertion(text);
}
PUBLIC void shrike_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)function;
    remark_place(file, line);
    assertion(text);
}
PUBLIC void __VERIFIER_assert(int condition) {
    if (!condition) assertion("__VERIFIER_assert");
}
PUBLIC void __CPROVER_assert(bool condition, const char *text) {
    if (!condition) assertion(text);
}
__attribute__((weak)) int __lsan_do_recoverable_leak_check(void);

/* What is not freed counts at this end, too, if it is looked for. */
static void error_reached(const char *name) {
    if (__lsan_do_recoverable_leak_check) __lsan_do_recoverable_leak_check();
    stop("error-reached", name);
}

PUBLIC void __VERIFIER_error(void) { error_reached("__VERIFIER_error"); }
PUBLIC void reach_error(void) { error_reached("reach_error"); }
PUBLIC void klee_abort(void) { stop("error-reached", "klee_abort"); }
PUBLIC void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)file, (void)line, (void)suffix;
    stop("error-reached", message ? message : "klee_report_error");
}

/* ---- without effect here ------------------------------------------------------------- */

PUBLIC void klee_silent_exit(int status) { exit(status); }
PUBLIC void shrike_silent_exit(int status) { exit(status); }
PUBLIC void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
PUBLIC void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
PUBLIC void klee_warning(const char *message) { (void)message; }
PUBLIC void klee_warning_once(const char *message) { (void)message; }
PUBLIC void klee_print_expr(const char *message, ...) { (void)message; }
PUBLIC void klee_print_range(const char *name, int arg) { (void)name, (void)arg; }
PUBLIC void klee_stack_trace(void) {}
PUBLIC void klee_open_merge(void) {}
PUBLIC void klee_close_merge(void) {}
PUBLIC void klee_set_forking(unsigned enable) { (void)enable; }
PUBLIC void klee_mark_global(void *object) { (void)object; }
PUBLIC void klee_check_memory_access(const void *p, size_t n) {
    need(p, n);
}
PUBLIC void klee_assert(int condition) {
    if (!condition) assertion("klee_assert");
}
__attribute__((weak)) const char *__asan_locate_address(void *p, char *name, size_t n, void **start, size_t *size);
PUBLIC size_t klee_get_obj_size(void *p) {
    char name[64];
    void *start = NULL;
    size_t size = 0;
    if (__asan_locate_address) __asan_locate_address(p, name, sizeof name, &start, &size);
    return size;
}
PUBLIC unsigned klee_is_symbolic(uintptr_t n) { return (void)n, 0; }
PUBLIC unsigned klee_is_replay(void) { return 0; } /* as under the engine: the path must not differ */
PUBLIC float klee_get_valuef(float v) { return v; }
PUBLIC double klee_get_valued(double v) { return v; }
PUBLIC long klee_get_valuel(long v) { return v; }
PUBLIC long long klee_get_valuell(long long v) { return v; }
PUBLIC int32_t klee_get_value_i32(int32_t v) { return v; }
PUBLIC int64_t klee_get_value_i64(int64_t v) { return v; }
PUBLIC int shrike_is_symbolic(unsigned long long v) { return (void)v, 0; }
PUBLIC unsigned long long shrike_get_value(unsigned long long v) { return v; }
PUBLIC unsigned long long shrike_concretize(unsigned long long v) { return v; }
PUBLIC void shrike_print(const char *label, unsigned long long v) { (void)label, (void)v; }
PUBLIC void __VERIFIER_atomic_begin(void) {}
PUBLIC void __VERIFIER_atomic_end(void) {}
