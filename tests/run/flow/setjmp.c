// RUN: %same %s
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static volatile int deep;

static void fall(int n) {
    if (n == 0) longjmp(env, 42);
    deep++;
    fall(n - 1);
}

int main(void) {
    volatile int tries = 0;
    int code = setjmp(env);
    tries++;
    if (code == 0) {
        puts("first");
        fall(10);
        puts("never");
    }
    printf("%d %d %d\n", code, tries, deep);
    if (tries < 4) longjmp(env, 0);
    return code;
}
