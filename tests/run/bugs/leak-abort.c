// RUN: %bug --check=leak %s | %check %s
// A block that is lost stays lost where the program aborts.
#include <stdlib.h>

static void lose(void) {
    // CHECK: leak-abort.c:[[@LINE+1]]:{{.*}} error: 7-byte heap block {{.*}}[memory-leak]
    char *p = malloc(7);
    if (p) p[0] = 1;
}

int main(void) {
    lose();
    abort();
}
