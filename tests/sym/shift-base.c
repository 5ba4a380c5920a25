// RUN: %unsafe --check=overflow %s | %check %s
// RUN: %unsafe --check=overflow -DNEGATIVE %s | %check --check-prefix=NEGATIVE %s
// RUN: %safe --check=overflow -DFIXED %s
// RUN: %unsafe --check=overflow --engine=interpolate --no-stop-on-first %s
// RUN: %unsafe --check=overflow --engine=cdse %s
// RUN: %unsafe --check=overflow --engine=dash %s
// RUN: %unsafe --check=overflow --engine=bmc %s
// RUN: %unsafe --check=overflow --engine=concolic %s
// RUN: %safe --check=overflow --engine=interpolate -DFIXED %s
// RUN: %safe --check=overflow --engine=cdse -DFIXED %s
// RUN: %safe --check=overflow --engine=dash -DFIXED %s
// RUN: %safe --check=overflow --engine=bmc -DFIXED %s
// RUN: %safe --check=overflow --engine=concolic -DFIXED %s
// REQUIRES: shrike
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (n < 0 || n > 24) return 0;
#ifdef NEGATIVE
    if (c < -16 || c > 16) return 0;
#else
    if (c < 0 || c > 255) return 0;
#endif
#ifdef FIXED
    if (c >= 128 && n == 24) return 0;
#endif
    return (c << n) == 77 || ((unsigned)c << 31) == 5;
}
// CHECK: shift-base.c:28:15: error: signed overflow: {{[0-9]+}} << 24 does not fit 32 bits [signed-overflow]
// NEGATIVE: shift-base.c:28:15: error: left shift of a negative value: {{.*}} [shift-of-negative]
