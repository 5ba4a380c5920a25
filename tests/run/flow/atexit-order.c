// RUN: %same %s
#include <stdio.h>
#include <stdlib.h>

static int n;
static void a(void) { printf("a %d\n", n++); }
static void b(void) { printf("b %d\n", n++); atexit(a); }
static void c(void) { printf("c %d\n", n++); }

int main(void) {
    atexit(a);
    atexit(b);
    atexit(c);
    exit(n + 2);
}
