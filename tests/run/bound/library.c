// Library models are bounded like user code, but not what happens before main. What was
// printed comes out.
// RUN: %stops --bound=9 %s 2>&1 | %check %s
// RUN: %shrike run --bound 30 %s | %check %s --check-prefix=OUT
// RUN: %shrike run --bound 0 -DEMPTY %s -- a-long-argument-that-is-copied and another
// REQUIRES: shrike
#include <stdio.h>
#include <string.h>

char text[] = "twenty letters and so";

int main(int argc, char **argv) {
#ifndef EMPTY
    if (argc > 5) return 1;
    putchar('o');
    putchar('k');
    putchar('\n');
    return strspn(text, "adelnorstwy ") != 21;
#endif
    return 0;
}
// CHECK: stopped at a bound: the loop at {{.*}}string.c:{{[0-9]+}} in rt_str{{[a-z]+}} is not done after jumping back 9 times
// OUT: ok
