// RUN: %unsafe --engine=explore %s 2>&1 | %check %s --check-prefix=UNALIGNED
// RUN: %unsafe --engine=explore -m32 -DPRECISION %s 2>&1 | %check %s --check-prefix=PRECISION
// RUN: %unsafe --engine=explore -DFORMAT %s
// RUN: %unsafe --engine=explore --check=leak -DRING %s
// RUN: %unsafe --engine=explore --check=leak -m32 -DTEXT %s
// RUN: %unsafe --engine=explore -DCLOSED %s
// RUN: %unsafe --engine=explore -DBLOCK %s
// RUN: %unsafe --engine=explore -DSCAN --sym-stdin 8 %s
// RUN: %safe --engine=explore --check=memory,leak -DFIXED %s
// Errors that no sanitizer sees are claimed nevertheless: the replay library shows them.
#define _GNU_SOURCE
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int nondet_int(void);
struct node { struct node *other; };

static void wrong(int n) {
#if defined PRECISION
    char word[4] = {'a', 'b', 'c', 'd'};
    printf("%.*s\n", n, word); // PRECISION: seen-natively.c:[[#@LINE]]:{{[0-9]+}}: error: out-of-bounds read
#elif defined FORMAT
    char format[] = "%d";
    format[1] = (char)(n + 95);
    printf(format);
#elif defined RING
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b) exit(n);
    a->other = b, b->other = a;
#elif defined TEXT
    char *text;
    if (asprintf(&text, "%d", n) < 0) exit(1);
#elif defined CLOSED
    FILE *f = fopen("/dev/null", "w");
    if (!f) return;
    fclose(f);
    fputc(n, f);
#elif defined BLOCK
    char *block = alloca(4);
    strncpy(block, "abcdefgh", (size_t)n);
#elif defined SCAN
    char word[4];
    if (scanf("%s", word) != 1) return;
#else
    char *p = malloc(8);
    if (!p) return;
    *(int *)(p + n) = 1; // UNALIGNED: seen-natively.c:[[#@LINE]]:{{[0-9]+}}: error: out-of-bounds write
    free(p);
#endif
}

int main(void) {
    int n = nondet_int();
#ifdef FIXED
    if (n == 4) wrong(n);
#else
    if (n == 5) wrong(n);
#endif
    return 0;
}
