// RUN: %same %s
// _Float16 goes through float.
#include <stdio.h>

int main(void) {
    _Float16 h = 1.0f / 3, k = 2048;
    h = h + (_Float16)1;
    k += (_Float16)1;
    printf("%.9g %.9g %d\n", (double)h, (double)k, (int)sizeof h);
    return 0;
}
