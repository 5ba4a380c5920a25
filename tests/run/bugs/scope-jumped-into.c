// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
// Markers of life are missing where a jump leads past a declaration.
#include <stdio.h>
static int *kept;
static int by_switch(int which) {
    switch (which) {
        int z;
    case 1: z = 2; kept = &z; return *kept;
    case 2: { int inner = 4; kept = &inner; z = *kept; }
    default: z = 5; kept = &z; break;
    }
    return which;
}
static int round_by_goto(int n) {
    int sum = 0;
again:
    if (n > 2) goto in;
    {
        int y = 1, *p;
        kept = &y;
    in:
        y = n;
        p = &y;
        for (int i = 0; i < 3; i++) sum += *p + y;
        if (n-- > 0) goto again;
        if (n == 0) goto in;
    }
    return sum;
}
static int computed(int n) {
    static void *const to[] = {&&first, &&second, &&out};
    int sum = 0, step = 0;
    goto *to[n];
    {
        int y;
    first:
        y = 3, kept = &y;
        goto *to[++step];
    second:
        sum += *kept;
        goto *to[2];
    }
out:
    return sum;
}
static int literal(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int *p = (int[]){i, 2};
        p[1]++;
        sum += p[0] + p[1];
    }
    return sum;
}
int main(int argc, char **argv) {
    (void)argv;
    printf("%d %d %d %d %d %d\n", by_switch(1), by_switch(2), by_switch(argc + 5), round_by_goto(5), computed(0), literal(4));
    int x = argc + 1, *p = 0;
    if (x == 2) goto in;
    {
        int y = 1;
        p = &y;
    in:
        y = x;
        if (x == 2) p = &y;
#ifdef FIXED
        if (x == 2) return *p;
#endif
    }
#ifdef FIXED
    p = &x;
#endif
    return *p;
}
// CHECK: scope-jumped-into.c:74:12: error: {{.*}}read{{.*}} [use-after-scope]
