// RUN: %same %s
// RUN: %verdict SAFE --check=abort --engine=explore %s
// RUN: %verdict SAFE --check=abort --engine=bmc %s
// Bit-fields, their promotions, and structs by value, in the spirit of GCC's torture tests.
#include <stdlib.h>
struct bits {
    signed int a : 3;
    unsigned int b : 5;
    _Bool c : 1;
    long long d : 40;
    unsigned short : 0;
    unsigned char e : 8;
};
static struct bits step(struct bits s) {
    s.a++;
    s.b += 31;
    s.c = s.d;
    s.d = s.d * 3 - 1;
    s.e = (unsigned char)~s.e;
    return s;
}
int main(void) {
    struct bits s = {.a = 3, .b = 2, .d = -5, .e = 0xf0};
    s = step(s);
    if (s.a != -4 || s.b != 1 || !s.c || s.d != -16 || s.e != 0x0f) abort();
    if (s.b - 2 >= 0 || -s.e > 0 || (s.d << 1) != -32) abort(); /* promoted to int, not unsigned */
    s.d = (1LL << 39) - 1;
    s.d++;
    if (s.d != -(1LL << 39)) abort();
    exit(0);
}
