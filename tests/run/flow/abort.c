// RUN: %same %s
// abort ends the process like the signal: 134 in a shell. It is not a bug of itself.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("before\n");
    fflush(stdout);
    abort();
}
