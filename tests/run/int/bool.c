// RUN: %same %s
#include <stdbool.h>
#include <stdio.h>

static bool f(int x) { return x; }

int main(void) {
    bool b = 256;
    bool c = 0.1;
    bool d = (void *)&b;
    int *null = 0;
    bool e = null;
    printf("%d %d %d %d %d %d\n", b, c, d, e, f(512), f(0));
    b++;
    c ^= 1;
    printf("%d %d %d\n", b, c, (int)sizeof(bool));
    bool many[9] = {1, 0, 1};
    for (int i = 0; i < 9; i++) printf("%d", !many[i]);
    printf("\n%d\n", b + b + d);
    return b && !c ? 3 : 4;
}
