// RUN: %safe --paths=1 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Output of symbolic values neither forks nor decides anything. */
int main(void) {
    char s[8];
    int v = klee_int("v");
    klee_make_symbolic(s, 7, "s");
    s[7] = 0;
    printf("%d %5u %x %#o %c %s %-9.3s|%p\n", v, v, v, v, v, s, s, (void *)s);
    fprintf(stderr, "%ld %s\n", (long)v, s);
    puts(s);
    putchar(v);
    fwrite(s, 1, 7, stdout);
    fputs(s, stderr);
    return 0;
}
