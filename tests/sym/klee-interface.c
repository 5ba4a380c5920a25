// REQUIRES: shrike
// What KLEE's header offers, with its own names.
// RUN: %safe --engine=explore %s
// RUN: %unsafe --engine=explore -DASSERT %s | %check %s --check-prefix=ASSERT
// RUN: not %shrike verify -DREPORT %s 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: not %shrike verify -DACCESS %s 2>&1 | FileCheck %s --check-prefix=ACCESS
// RUN: not %shrike verify --engine=explore -DVALUE %s 2>&1 | FileCheck %s --check-prefix=VALUE
// KLEE's spelling of options; several groups of arguments add up.
// RUN: not %shrike verify -DARGUMENTS --sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 -sym-stdin 8 --sym-stdout %s 2>&1 | FileCheck %s --check-prefix=ARGS
// RUN: %shrike verify -DARGUMENTS --sym-args 0-1x1 --sym-arg 3 %s
#include <klee/klee.h>

uintptr_t klee_choose(uintptr_t n);

int main(int argc, char **argv) {
    int x;
    char buffer[10];
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assert(klee_get_obj_size(buffer + 3) == 10);
    klee_check_memory_access(buffer, 10);
    klee_assert(klee_choose(3) < 3);
    klee_set_forking(1);
    klee_print_range("x", x); // decides nothing about x
    klee_prefer_cex(&x, x > 3);
    if (klee_is_replay()) return 1;
#ifdef ASSERT
    klee_assert(x != 5);
#endif
#ifdef REPORT
    if (x == 7) klee_report_error("a.c", 3, "bad thing", "my.err");
#endif
#ifdef ACCESS
    klee_check_memory_access(buffer, 11);
#endif
#ifdef VALUE
    return klee_get_value_i32(x) == 3;
#endif
#ifdef ARGUMENTS
    klee_assert(argc != 4);
#endif
    return 0;
}
// ASSERT: assertion failed: x != 5
// REPORT: klee-interface.c:{{[0-9]+}}:{{[0-9]+}}: error: klee_report_error: bad thing [error-reached]
// ACCESS: error: out-of-bounds read of 11 bytes
// VALUE: a library function or system call was tried with one value of the input only: klee_get_value_i32
// VALUE: UNKNOWN
// ARGS: arg00 = "" (10 bytes)
// ARGS: arg02 = "" (2 bytes)
// ARGS: UNSAFE
