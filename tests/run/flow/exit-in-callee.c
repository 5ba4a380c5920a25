// RUN: %same %s
// RUN: %same %s -- a
// RUN: %same %s -- a b
// RUN: %same %s -- a b c
// RUN: %same %s -- a b c d
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void bye(void) { puts("bye"); }
static void leave(int how) {
    switch (how) {
    case 2: exit(7);
    case 3: fflush(stdout); _exit(8);
    case 4: quick_exit(9);
    case 5: fflush(stdout); _Exit(256 + 3);
    }
}

int main(int argc, char **argv) {
    (void)argv;
    atexit(bye);
    printf("%d\n", argc);
    fflush(stdout);
    leave(argc);
    return 300;
}
