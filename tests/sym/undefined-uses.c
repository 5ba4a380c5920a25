// RUN: %safe --check=uninit --engine=explore %s
// RUN: %safe --check=uninit --engine=interpolate %s
// RUN: %safe --check=uninit --engine=bmc %s
// RUN: %safe --check=uninit --engine=concolic %s
// RUN: %unsafe --check=uninit --engine=explore -DUSE=1 %s | %check --check-prefix=PRINT %s
// RUN: %unsafe --check=uninit --engine=interpolate -DUSE=2 %s | %check --check-prefix=WRITE %s
// RUN: %unsafe --check=uninit --engine=bmc -DUSE=3 %s | %check --check-prefix=RETURN %s
// RUN: %unsafe --check=uninit --engine=concolic -DUSE=4 %s | %check --check-prefix=BRANCH %s
// RUN: %unsafe --check=uninit --engine=cdse -DUSE=5 %s | %check --check-prefix=FLOAT %s
// RUN: %unsafe --check=uninit --engine=explore -DUSE=6 %s | %check --check-prefix=INDEX %s
// RUN: %unsafe --check=uninit --engine=interpolate -DUSE=7 %s | %check --check-prefix=DIVIDE %s
// RUN: %unsafe --check=uninit --engine=bmc -DUSE=8 %s | %check --check-prefix=SIZE %s
// RUN: %unsafe --check=uninit --engine=concolic -DUSE=9 %s | %check --check-prefix=LENGTH %s
// RUN: %unsafe --check=uninit --engine=cdse -DUSE=10 %s | %check --check-prefix=CALL %s
// RUN: %unsafe --check=uninit --engine=explore -DUSE=11 %s | %check --check-prefix=PUT %s
// RUN: %unsafe --check=uninit --engine=interpolate -DUSE=12 %s | %check --check-prefix=PADDING %s
// RUN: %unsafe --check=uninit --engine=bmc -DUSE=13 %s | %check --check-prefix=SWITCH %s
// RUN: %unsafe --check=uninit --engine=concolic -DUSE=14 %s | %check --check-prefix=STRING %s
// RUN: %unsafe --check=uninit --engine=explore -DUSE=15 %s | %check --check-prefix=EXIT %s
// RUN: %unsafe --check=uninit --engine=bmc -DUSE=16 %s | %check --check-prefix=ELEMENT %s
// RUN: %unsafe --check=uninit --engine=explore -DUSE=17 %s | %check --check-prefix=PRINTF %s
// RUN: %unsafe --check=uninit --engine=explore -DUSE=18 %s | %check --check-prefix=COMPARE %s
/* What counts as a use: branches, addresses, sizes, traps, output. */
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef USE
#define USE 0
#endif

struct padded { char c; long l; };

static int passed(int v) { return v; }
static double half(double d) { return d / 2; }
static void nothing(void) {}

int main(void) {
    int u, a[4], n = klee_int("n");
    double d;
    char buf[16];
    struct padded p, q, r;
    (void)passed(u);
    double e = half(d) + 1;
    (void)e;
    buf[0] = 'a', buf[1] = 0;
    p.c = r.c = 1, p.l = r.l = 2;
    memcpy(&q, &p, sizeof p);
    printf("%s %ld\n", buf, q.l);
    int *h = malloc(8 * sizeof *h);
    if (!h) return 0;
    h[0] = 1;
    int *grown = realloc(h, 64);
    if (!grown) return free(h), 0;
    h = grown;
    if (h[0] != 1 || memcmp(&p, &q, sizeof p)) return 1;
    a[2] = 5;
    if (n >= 0 && n < 4) {
        a[n] = 1;
        if (a[n] != 1) return 2;
    }
    // PRINT: undefined-uses.c:[[#@LINE+1]]:{{.*}} output depends on uninitialised memory: 'u' of line
    if (USE == 1) printf("%d\n", u);
    // WRITE: undefined-uses.c:[[#@LINE+1]]:{{.*}} output depends on uninitialised memory: 'buf' of line
    if (USE == 2 && write(1, buf, 3) != 3) return 3;
    // RETURN: undefined-uses.c:{{.*}} the exit status depends on uninitialised memory: 'u' of line
    if (USE == 3) return u & 1;
    // BRANCH: undefined-uses.c:[[#@LINE+1]]:{{.*}} a branch depends on uninitialised memory: 'malloc' of line
    if (USE == 4 && h[1] > 3) return 4;
    // FLOAT: undefined-uses.c:[[#@LINE+1]]:{{.*}} a branch depends on uninitialised memory
    if (USE == 5 && e > 2.0) return 5;
    // INDEX: undefined-uses.c:[[#@LINE+1]]:{{.*}} the address of a write depends on uninitialised memory: 'u' of line
    if (USE == 6) a[u & 3] = 1;
    // DIVIDE: undefined-uses.c:[[#@LINE+1]]:{{.*}} whether a division traps depends on uninitialised memory: 'u' of line
    if (USE == 7) n = 5 / u;
    // SIZE: undefined-uses.c:[[#@LINE+1]]:{{.*}} the size of an allocation depends on uninitialised memory: 'u' of line
    if (USE == 8) free(malloc((unsigned)u & 15));
    // LENGTH: undefined-uses.c:[[#@LINE+1]]:{{.*}} the length of a block depends on uninitialised memory: 'u' of line
    if (USE == 9) memset(buf, 0, (unsigned)u & 7);
    void (*f)(void);
    if (n == 77) f = nothing;
    // CALL: undefined-uses.c:[[#@LINE+1]]:{{.*}} depends on uninitialised memory: 'f' of line
    if (USE == 10) f();
    // PUT: undefined-uses.c:[[#@LINE+1]]:{{.*}} output depends on uninitialised memory: 'buf' of line
    if (USE == 11) putchar(buf[5]);
    // PADDING: undefined-uses.c:[[#@LINE+1]]:{{.*}} output depends on uninitialised memory: 'p' of line
    if (USE == 12) fwrite(&p, sizeof p, 1, stdout);
    // SWITCH: undefined-uses.c:[[#@LINE+1]]:{{.*}} a switch depends on uninitialised memory: 'malloc' of line
    if (USE == 13) switch (h[3]) { case 1: n = 2; break; default: n = 3; }
    // STRING: undefined-uses.c:[[#@LINE+1]]:{{.*}} depends on uninitialised memory: 'buf' of line
    if (USE == 14 && strnlen(buf + 2, 3) > 2) n = 1;
    // EXIT: undefined-uses.c:[[#@LINE+1]]:{{.*}} the exit status depends on uninitialised memory: 'u' of line
    if (USE == 15) exit(u);
    // ELEMENT: undefined-uses.c:[[#@LINE+1]]:{{.*}} a branch depends on uninitialised memory: 'a' of line
    if (USE == 16 && n >= 0 && n < 4 && a[n ^ 1] == 7) n = 1;
    // PRINTF: undefined-uses.c:[[#@LINE+1]]:{{.*}} output depends on uninitialised memory: 'd' of line
    if (USE == 17) printf("%f\n", d);
    // COMPARE: undefined-uses.c:[[#@LINE+1]]:{{.*}} depends on uninitialised memory
    if (USE == 18 && memcmp(&p, &r, sizeof p)) n = 1;
    free(h);
    return 0;
}
