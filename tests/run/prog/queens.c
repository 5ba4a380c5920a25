// RUN: %same %s
#include <stdio.h>

static int solve(int n, unsigned cols, unsigned left, unsigned right) {
    unsigned all = (1u << n) - 1;
    if (cols == all) return 1;
    int count = 0;
    for (unsigned free = all & ~(cols | left | right); free; free &= free - 1) {
        unsigned bit = free & -free;
        count += solve(n, cols | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

int main(void) {
    for (int n = 1; n <= 8; n++) printf("%d ", solve(n, 0, 0, 0));
    printf("\n");
    return 0;
}
