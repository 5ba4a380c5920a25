// RUN: %same %s
#include <stdio.h>
#include <stdlib.h>

static int order;
__attribute__((constructor(300))) static void third(void) { printf("c300 %d\n", order++); }
__attribute__((constructor(101))) static void first(void) { printf("c101 %d\n", order++); }
__attribute__((constructor)) static void last(void) { printf("c %d\n", order++); }
__attribute__((constructor(200))) static void second(void) { printf("c200 %d\n", order++); }
__attribute__((destructor(101))) static void gone_last(void) { printf("d101\n"); }
__attribute__((destructor)) static void gone_first(void) { printf("d\n"); }
__attribute__((destructor(200))) static void gone_second(void) { printf("d200\n"); }
static void at_exit(void) { printf("atexit\n"); }

int main(void) {
    atexit(at_exit);
    printf("main %d\n", order);
    return 0;
}
