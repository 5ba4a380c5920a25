// RUN: %safe --engine=bmc %s
// RUN: %unsafe --engine=bmc -DLESS=1 %s
// 2 to the 60 paths, one formula; and one of them reaches the sum.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
enum { N = 60 };
#ifndef LESS
#define LESS 0
#endif

int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < N; i++)
        if (__VERIFIER_nondet_int()) sum += i;
    if (sum > N * (N - 1) / 2 - LESS) __VERIFIER_error();
}
