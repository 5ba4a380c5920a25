// RUN: %same %s
#include <stdio.h>

static int grid[4][5][6];
static char words[][8] = {"one", "two", "three"};
static int (*view)[6] = grid[1];

int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 6; k++) grid[i][j][k] = n++;
    printf("%d %d %d\n", grid[3][4][5], view[2][3], *(*(*(grid + 2) + 1) + 4));
    printf("%d %d\n", (int)(&grid[2][0][0] - &grid[0][0][0]), 2[grid[0][1]]);
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) printf("%s%c", words[i], i == 2 ? '\n' : ' ');
    int *flat = &grid[0][0][0], s = 0;
    for (int *p = flat + 119; p >= flat; p -= 7) s += *p;
    int neg[] = {1, 2, 3};
    int *end = neg + 3;
    printf("%d %d %d\n", s, end[-1], (int)(end - neg));
    return 0;
}
