// RUN: %same %s
#include <stdio.h>

static int f(int x) {
    int r = 0;
    switch (x) {
    case 0: r = 1; break;
    case 1: r += 2; /* falls */
    case 2: r += 4;
    case 3: r += 8; break;
    case 4: return -1;
    default: r = 99;
    case 5: r++;
    }
    return r;
}

int main(void) {
    for (int i = -2; i < 8; i++) printf("%d ", f(i));
    printf("\n");
    return 0;
}
