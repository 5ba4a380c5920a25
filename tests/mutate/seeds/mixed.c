#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef float f4 __attribute__((vector_size(16)));
struct list { struct list *next; int v : 7, w : 25; double d; };
static const char *const names[] = {"zero", "one", "two", [5] = "five"};
static jmp_buf env;
static _Thread_local int counter;

static int sum(int n, ...) {
    va_list ap;
    int s = 0;
    va_start(ap, n);
    while (n--) s += va_arg(ap, int);
    va_end(ap);
    return s;
}
static struct list *push(struct list *l, int v) {
    struct list *n = malloc(sizeof *n);
    *n = (struct list){l, v, v * 100, v / 3.0};
    return n;
}
static int pick(int x) {
    switch (x) {
    case 0: return 5;
    case 1: case 7: return 6;
    case 100: longjmp(env, 2);
    default: return __builtin_popcount((unsigned)x);
    }
}
static int (*const table[])(int) = {pick, abs};

int main(int argc, char **argv) {
    struct list *l = NULL;
    for (int i = 0; i < 5 + argc; i++) l = push(l, i);
    int s = sum(3, 1, 2, 3) + (names[5] ? (int)strlen(names[5]) : 0);
    if (!setjmp(env)) s += table[0](100);
    f4 v = {1, 2, 3, 4};
    v = v * v + (float)s;
    for (struct list *n; l; l = n) {
        n = l->next;
        s += l->v + l->w;
        free(l);
    }
    __int128 wide = (__int128)s << 70;
    int vla[argc + 3];
    memset(vla, 1, sizeof vla);
    counter += __atomic_add_fetch(&vla[1], 2, __ATOMIC_SEQ_CST);
    printf("%d %g %lx %d %s\n", s, v[2], (long)(wide >> 60), counter, argv[0] ? "ok" : "");
    return table[1](-2) - 2;
}
