// RUN: %same %s
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int a[4], b[4];
    char *h = malloc(10);
    printf("%d %d %d\n", a != b, a + 4 >= a + 3, (void *)h != (void *)a);
    printf("%d %d\n", &a[1] < &a[2], &a[3] - &a[0] == 3);
    int (*row)[4] = &a;
    printf("%d %d\n", (void *)row == (void *)a, (int)sizeof *row);
    const char *s = "same";
    printf("%d %d\n", s == s + 0, main == main);
    free(h);
    return 0;
}
