// RUN: %same %s
#include <stdio.h>

int main(void) {
    int s = 0;
    for (int i = 0, j = 10; i < j; i++, j--) {
        if (i == 2) continue;
        s += i * j;
    }
    int k = 0;
    do {
        k++;
        if (k == 3) continue;
        if (k > 6) break;
    } while (k < 100);
    while (1) {
        static int n;
        if (n++ >= 4) break;
        for (;;) {
            if (s & 1) break;
            s++;
        }
    }
    unsigned u = 10;
    while (u-- > 0) s += (int)u;
    for (unsigned char c = 250; c >= 250; c++) s += c;
    printf("%d %d %u\n", s, k, u);
    return 0;
}
