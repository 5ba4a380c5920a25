// A variable that is declared and defined nowhere may have any value: it is an input, which native
// replay sets. What a pointer points to, or how large an array is, nobody says.
// RUN: %unsafe %s | %check %s
// RUN: %unsafe -m32 %s | %check %s
// RUN: %unsafe --engine=interpolate %s | %check %s
// RUN: %unsafe --engine=cdse %s | %check %s
// RUN: %unsafe --engine=dash %s | %check %s
// RUN: %unsafe --engine=bmc %s | %check %s
// RUN: %unsafe --engine=concolic %s | %check %s
// CHECK: null pointer
// CHECK: extern level = 12345
// RUN: %safe -DFIXED %s | %check %s --check-prefix ASSUMED
// RUN: %safe -DFIXED --engine=interpolate %s | %check %s --check-prefix ASSUMED
// RUN: %safe -DFIXED --engine=cdse %s | %check %s --check-prefix ASSUMED
// RUN: %safe -DFIXED --engine=dash %s | %check %s --check-prefix ASSUMED
// RUN: %safe -DFIXED --engine=bmc %s | %check %s --check-prefix ASSUMED
// RUN: %safe -DFIXED --engine=concolic %s | %check %s --check-prefix ASSUMED
// ASSUMED-NOT: unused
// ASSUMED: assuming that 'level', which is declared but not defined, has any initial value, and only the program changes it
// RUN: %unsafe -DTABLE %s | %check %s --check-prefix TABLE
// TABLE: extern table = {
// RUN: %unsafe -DEARLY %s
// RUN: %unknown -DPOINTER %s | %check %s --check-prefix POINTER
// POINTER: 'name' is declared, but not defined, and a pointer or of unknown size
// RUN: %unknown -DARRAY %s | %check %s --check-prefix ARRAY
// ARRAY: 'array' is declared, but not defined, and a pointer or of unknown size
// RUN: %safe -DWEAK %s
// A value of our own.
// RUN: rm -rf %t && not %shrike test %s --output %t
// RUN: not %shrike replay %s %t/*.ktest 2>&1 | %check %s --check-prefix REPLAY
// REPLAY: CONFIRMED
int __VERIFIER_nondet_int(void);
extern int level, unused;
extern const unsigned char table[16];
extern struct {
    short a;
    int b[3];
} both;
extern char *name;
extern int array[];
extern int weak __attribute__((weak));

#if defined TABLE
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 16 && table[i] == 7 && both.b[1] == 9) return *(volatile int *)0;
    return 0;
}
#elif defined EARLY
__attribute__((constructor)) static void early(void) {
    if (level == 77) *(volatile int *)0 = 1;
}
int main(void) {
    return 0;
}
#elif defined POINTER
int main(void) {
    return name[0];
}
#elif defined ARRAY
int main(void) {
    return array[3];
}
#elif defined WEAK
int main(void) {
    return &weak ? weak : 0;
}
#elif defined FIXED
int main(void) {
    int before = level;
    if (__VERIFIER_nondet_int()) level = 3;
    if (level != 3 && level != before) return *(volatile int *)0;
    return 0;
}
#else
int main(void) {
    if (level == 12345) return *(volatile int *)0;
    return 0;
}
#endif
