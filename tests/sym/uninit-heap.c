// RUN: %unsafe %s | %check %s
// RUN: %unsafe -m32 %s | %check %s
// RUN: %safe -DFIXED %s
/* Bytes of the second block made on that line, and of one that grew. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *blocks[3];
    for (int i = 0; i < 3; i++) {
        blocks[i] = malloc(4);
        if (!blocks[i]) return 0;
    }
    char *grown = realloc(blocks[2], 8);
    if (!grown) return 0;
#ifdef FIXED
    memset(blocks[1], 0, 4);
    memset(grown, 0, 8);
#endif
    // CHECK: uninit-heap.c:[[#@LINE+5]]:{{.*}}assertion failed
    // CHECK: {{^}}    malloc@12#2 = {{.*}}, uninitialised
    // CHECK: {{^}}    malloc@12#1 = {{.*}}, uninitialised
    // CHECK: {{^}}    realloc@15#0 = {{.*}}, uninitialised
    if (grown[1] == 'm')
        if (blocks[1][3] == 'q') assert(grown[6] != 'r');
    free(blocks[0]), free(blocks[1]), free(grown);
    return 0;
}
