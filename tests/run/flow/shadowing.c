// RUN: %same %s
// Blocks, shadowing, labels and a jump over an initialiser.
#include <stdio.h>

int main(void) {
    int x = 1;
    {
        int x = 2;
        { extern int outside; int x = outside; printf("%d ", x); }
        printf("%d ", x);
    }
    for (int x = 5; x < 6; x++) printf("%d ", x);
    if (x) goto past;
    int y = 100;
past:
    y = 3;
    printf("%d %d\n", x, y);
    return 0;
}
int outside = 42;
