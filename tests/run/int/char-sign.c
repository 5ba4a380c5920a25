// RUN: %same %s
#include <stdio.h>

int main(void) {
    char c = (char)0xff;
    char s[] = "\xe9t\xe9";
    int sum = 0;
    for (char *p = s; *p; p++) sum += *p;
    printf("%d %d %d %d\n", c, c < 0, sum, c >> 1);
    return 0;
}
