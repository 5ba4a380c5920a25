// RUN: %replay CONFIRMED out-of-bounds:13 %s -- s=raw:abcd n=i32:0
// RUN: %replay CONFIRMED out-of-bounds:14 %s -- s=bytes:61626300 n=i32:9
// RUN: %replay NOT-CONFIRMED out-of-bounds:14 %s -- s=bytes:61626300 n=i32:2
// An error inside the C library counts where the program called it.
#include <stdlib.h>
#include <string.h>
#include <shrike.h>

int main(void) {
    char *s = malloc(4), small[3];
    shrike_make_symbolic(s, 4, "s");
    int n = shrike_int("n");
    if (strlen(s) > 3) return 1;
    memset(small, 1, (size_t)n);
    free(s);
    return 0;
}
