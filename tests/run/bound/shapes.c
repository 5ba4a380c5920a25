// Bounds that are large enough change nothing, whatever the loops look like; those that
// are not always stop the program.
// RUN: %shrike run --bound 1000 %s > %t.bounded
// RUN: %shrike run %s > %t.plain
// RUN: cmp %t.bounded %t.plain
// RUN: %shrike run --no-simplify --bound 1000 %s > %t.bounded
// RUN: cmp %t.bounded %t.plain
// RUN: %stops --bound=9 -DENDLESS=1 %s | %check %s
// RUN: %stops --bound=9 -DENDLESS=2 %s | %check %s
// RUN: %stops --bound=9 -DENDLESS=3 %s | %check %s
// RUN: %stops --bound=9 -DENDLESS=4 %s | %check %s
// RUN: %stops --bound=9 -DENDLESS=5 %s | %check %s
// REQUIRES: shrike
#include <stdio.h>

volatile int zero;

/* Two ways into a circle. */
static int irreducible(int n, int where) {
    int s = 0;
    if (where) goto second;
first:
    s += 1;
    if (n-- <= 0) return s;
second:
    s += 10;
    if (n-- <= 0) return s;
    goto first;
}

/* A machine that reads its program: every label may follow every other. */
static int machine(const char *code) {
    static void *const labels[] = {&&inc, &&dbl, &&dec, &&end};
    int acc = 1;
    goto *labels[*code++ - '0'];
inc:
    acc++;
    goto *labels[*code++ - '0'];
dbl:
    acc *= 2;
    goto *labels[*code++ - '0'];
dec:
    acc--;
    if (acc < zero) goto inc;
    goto *labels[*code++ - '0'];
end:
    return acc;
}

static int by_switch(int n) {
    int state = 0, steps = 0;
    while (steps < n) {
        switch (state) {
        case 0: state = 3; break;
        case 1: state = 0; continue;
        case 3: state = 1; steps++; break;
        default: return -1;
        }
        steps++;
    }
    return steps * 10 + state;
}

static int nest(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i == 3) continue;
        for (int j = 0;; j++) {
            if (j > i) break;
            int k = j;
            while (k--) {
                if (k == 5) goto out;
                s += k;
            }
        }
    }
out:
    return s;
}

int main(void) {
#ifndef ENDLESS
#define ENDLESS 0
#endif
    if (ENDLESS == 1) while (!zero) zero = 0;
    if (ENDLESS == 2) irreducible(1000000, 0);
    if (ENDLESS == 3) irreducible(1000000, 1);
    if (ENDLESS == 4) machine("0202020202020202020202020202020202020202020202020202020202020202020202020202023");
    if (ENDLESS == 5) by_switch(1000000);
    for (int i = 0; i < 9; i++)
        printf("%d %d %d %d\n", irreducible(i, 0), irreducible(i, 1), by_switch(i), nest(i));
    printf("%d\n", machine("0011223"));
    return 0;
}
// CHECK: stopped at a bound: the loop at {{.*}} still runs after jumping back 9 times
