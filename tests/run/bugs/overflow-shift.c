// RUN: %bug --check=overflow -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %bug --check=overflow -DCASE=2 %s | %check --check-prefix=TWO %s
// RUN: %bug --check=overflow -DCASE=3 %s | %check --check-prefix=THREE %s
// RUN: %bug --check=overflow -DCASE=4 %s | %check --check-prefix=FOUR %s
// RUN: %bug --check=overflow,shift -DCASE=5 %s | %check --check-prefix=FIVE %s
// RUN: %same --check=overflow,shift -DCASE=6 %s
// A left shift of a signed value must not lose bits, nor shift a negative one.
int main(void) {
    volatile int c = 200, n = 31;
    volatile signed char s = -1;
    volatile long l = 1;
    int r = 0;
#if CASE == 1
    r = 1 << 31;
#elif CASE == 2
    r = c << 24;
#elif CASE == 3
    r = s << 1;
#elif CASE == 4
    r = (l << 2 * n + 1) == 5;
#elif CASE == 5
    r = 1 << (n + 1);
#else
    r = (1 << 30) == (int)(1u << n) || (c << 23) == 7 || (l << n) == 9 || ((unsigned)c << 28) == 4;
    s = 127;
    s <<= 1;
#endif
    return r == 12345;
}
// ONE: overflow-shift.c:14:11: error: signed overflow: 1 << 31 does not fit 32 bits [signed-overflow]
// TWO: overflow-shift.c:16:11: error: signed overflow: 200 << 24 does not fit 32 bits [signed-overflow]
// THREE: overflow-shift.c:18:11: error: left shift of a negative value: -1 << 1 [shift-of-negative]
// FOUR: overflow-shift.c:20:12: error: signed overflow: 1 << 63 does not fit 64 bits [signed-overflow]
// FIVE: overflow-shift.c:22:11: error: shift of a 32-bit value by 32 [oversized-shift]
