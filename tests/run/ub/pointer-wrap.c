// RUN: %same --undefined %s
// The classic check for overflow of a pointer, which optimisers like to delete.
#include <stdint.h>
#include <stdio.h>

static char buffer[100];
static int wraps(char *p, size_t n) { return p + n < p; }

int main(void) {
    printf("%d %d\n", wraps(buffer + 50, SIZE_MAX - 10), wraps(buffer, 50));
    return 0;
}
