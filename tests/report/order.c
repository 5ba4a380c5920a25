// A proof says so where it rests on the order in which clang evaluates operands (C11 6.5p3).
// RUN: %safe -DV=1 %s | %check %s
// RUN: %safe -DV=2 %s | %check %s
// RUN: %safe -DV=3 %s | %check %s
// RUN: %safe -DV=4 %s | %check %s
// RUN: %safe -DV=5 %s | %check %s
// RUN: %safe -DV=6 %s | %check %s
// RUN: %safe -DV=7 %s | %check %s
// RUN: %safe -DV=8 %s | %check %s
// RUN: %safe -DV=9 %s | %check %s
// RUN: %safe -DV=10 %s | %check %s
// RUN: %safe -DV=11 %s | %check %s --check-prefix TWICE
// RUN: %safe --check=assert -Wno-unsequenced -DV=11 %s | %check %s --check-prefix TWICE
// RUN: %safe -DV=0 %s | %check %s --check-prefix NONE
// CHECK: assuming that the operands of an expression are evaluated in the order that clang chooses (order.c:
// TWICE: assuming that an object that one expression changes twice, or changes and reads, has the value that clang gives it (order.c:
// NONE-NOT: that clang
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct line {
    int len, *buf;
} first, *last = &first;
int g, h, table[4];

int next(void) { return g++; }
int twice(void) { return g * 2; }
int other(void) { return h = 1; }
void put(int *p) { *p = 3; }
int *pick(void) { return g = 1, table; }
struct line *grow(void) { return last = &first; }
int minus(int a, int b) { return a - b; }
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
void push(struct line *l, int c) { l->buf[l->len++] = c; }

/* Everything has an order here, or touches other places. */
int fine(int x) {
    char copy[8], *to = copy;
    const char *from = "abc";
    int r;
    while ((*to++ = *from++)) {}
    r = next(), r = twice();
    g = twice() + twice();
    r += next() && twice();
    r += next() ? twice() : next();
    r = next() + other() + fib(4);
    printf("%d %d %s\n", x, twice(), copy);
    int room[4];
    first.buf = room;
    push(&first, (int)strlen(copy) + atoi(copy));
    last->len = twice();
    return r;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 1, r = 0;
#if V == 1
    r = next() + twice();
#elif V == 2
    r = minus(next(), g);
#elif V == 3
    g += next();
#elif V == 4
    *pick() = next();
#elif V == 5
    last->len = grow()->len;
#elif V == 6
    r = x + minus((put(&x), 1), x);
#elif V == 7
    r = rand() * 3 + rand();
#elif V == 8
    r = (x > 3 ? next() : 1) + twice();
#elif V == 9
    r = next() + (x && twice());
#elif V == 10
    table[next() & 3] = twice();
#elif V == 11
    table[x] = x++;
#else
    r = fine(x);
#endif
    return r == 77;
}
