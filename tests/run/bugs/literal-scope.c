// RUN: %bug --unseen -DV=1 %s | %check %s
// RUN: %bug --unseen -DV=2 %s | %check %s
// RUN: %bug --unseen -DV=3 %s | %check %s
// RUN: %bug --unseen -DV=4 %s | %check %s
// RUN: %bug --unseen -DV=5 %s | %check %s
// RUN: %bug --unseen -DV=6 %s | %check %s
// RUN: %bug --unseen -DV=7 %s | %check %s
// RUN: %bug --unseen -DV=8 %s | %check %s
// RUN: %same %s
// RUN: %unsafe -DV=1 %s
// RUN: %safe "--scope=no arguments" %s
// The body of a statement is a block also without braces, and so is the whole statement: a compound
// literal in it does not live longer, and not into the next round.
struct pair { int x, y; };

static int sum(const struct pair *s) { return s->x + s->y; }

static int fine(int c) {
    int t = 0, n = 0, *p = 0;
    while (n++ < 3) t += sum(&(struct pair){c & 3, n});
    do t += ((int[]){1, 2})[n & 1]; while (n++ < 6);
    do p = (int[]){n}, t += *p; while (n++ < 9);
    for (int i = 0; i < 3; i++) t += *(p = (int[]){i}), *p = 4;
    switch (c) case 1: case 2: t += *(p = (int[]){c});
    while (*(p = (int[]){n}) < 20) n = *p + 1;
    p = (int[]){n};
    while (c-- > 100 && n-- > 0) while (n-- > 0) t += *p;
again: /* not a block: the literal of the function */
    p = (int[]){n};
    if (n++ < 25) goto again;
    switch (c) { case 1: p = (int[]){3}; /* fall through */ case 2: t += *p; }
    if ((p = (int[]){n})[0] > 3) t += *p; else t -= *p;
    int *q = (int[]){n}; switch (*(p = (int[]){*q})) { case 1: t += *p; break; default: t += *p + *q; }
    t += *q; /* its position is before the switch */
    do switch (*(p = (int[]){n})) default: t += *p; while (n++ < 30);
    return t & 1;
}

int main(int c, char **argv) {
    int *p = 0, n = 0;
#if V == 1
    while (n++ < 1) p = (int[]){1};
#elif V == 2
    do p = (int[]){1}; while (n++ < 1 && c < 0);
#elif V == 3
    switch (c) default: p = (int[]){1};
#elif V == 4
    while ((p = (int[]){1}) && n++ < 1);
#elif V == 5
    for (int i = 0; i < 2; i++) if (i) return *p; else p = (int[]){1};
#elif V == 6
    for (int i = 0, *q = 0; i < 2; i++) {
        if (i && c) return *q;
        q = (int[]){i};
    }
#elif V == 7
    switch (*(p = (int[]){c})) { case 1: n = 1; break; default: n = 2; }
#elif V == 8
    switch (n ? 2 : (p = (int[]){c}), c ? *p : 3) case 1: if (n) break;
#else
    p = (int[]){1};
#endif
    // CHECK: error: {{read of 4 bytes after the end of a variable's life|out-of-bounds read of 4 bytes}}: {{.*}}[{{use-after-scope|out-of-bounds}}]
    return *p - 1 + fine(c) * 0 + !argv;
}
