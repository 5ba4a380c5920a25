// RUN: %bug %s | %check %s
// RUN: %bug -m32 %s | %check %s
// RUN: %same -DFIXED %s
// The variable of a loop's body is another one in the next round.
#include <stdio.h>
#include <string.h>
static int *kept;
static void keep(int *p) { kept = p; }
static char *skip(char *p) { while (*p == ' ') p++; return p; }
int main(void) {
    int sum = 0;
    for (int i = 0; i < 200; i++) {
        int y = i, z[3] = {i, 1, 2};
        char text[8] = "  ab", *p = skip(text), *end = text + strlen(text);
        keep(&y);
        sum += *kept + z[i % 3] + (int)(end - p);
        keep(&z[1]);
        sum += *kept;
    }
    printf("%d\n", sum);
    for (int i = 0; i < 2; i++) {
        int y = i;
#ifndef FIXED
        if (i == 1)
            return *kept;
#endif
        keep(&y);
        sum = *kept;
    }
    return sum;
}
// CHECK: next-round.c:25:{{.*}}error: {{.*}}read of 4 bytes{{.*}}'y'
