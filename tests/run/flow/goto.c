// RUN: %same %s
#include <stdio.h>

int main(void) {
    int i = 0, outer = 0;
again:
    if (i < 3) {
        i++;
        goto again;
    }
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) {
            if (a * b == 6) goto out;
            outer++;
        }
out:
    printf("%d %d\n", i, outer);
    goto into;
    while (i < 10) {
        i += 100;
    into:
        i += 2;
    }
    printf("%d\n", i);
    return 0;
}
