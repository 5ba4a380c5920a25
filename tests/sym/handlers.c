// RUN: clang -g -c -emit-llvm -fsanitize=undefined %s -o %t.bc
// RUN: %unsafe --engine=explore %t.bc | %check %s
// RUN: %unsafe --engine=bmc %t.bc
// RUN: %verdict UNSAFE --once --engine=cdse %t.bc
// RUN: %verdict UNSAFE --once --engine=interpolate %t.bc
// RUN: %verdict UNKNOWN --once --engine=explore --check=div %t.bc
// RUN: clang -g -c -emit-llvm -fsanitize=undefined -fno-sanitize-recover=all -DINDEX %s -o %t2.bc
// RUN: %unsafe --engine=explore %t2.bc | %check %s --check-prefix=INDEX
// RUN: clang -g -c -emit-llvm -fsanitize=undefined -DFIXED %s -o %t3.bc
// RUN: %safe --engine=explore %t3.bc
// RUN: %safe --engine=bmc %t3.bc
// Bitcode with checks of its own: what they find is an error of the kind that they are for.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), a[4] = {0};
#ifdef FIXED
    if (x < 0 || x > 3) return 0;
#elif defined INDEX
    if (x < 0 || x > 4) return 0;
    // INDEX: handlers.c:[[#@LINE+6]]:{{.*}} an index beyond its array, as the program's own check says [index-out-of-range]
#else
    if (x < 10) return 0;
    // CHECK: handlers.c:[[#@LINE+2]]:{{.*}} an addition overflows, as the program's own check says [signed-overflow]
#endif
    int y = x + 1;
    return a[x % 5] + y;
}
