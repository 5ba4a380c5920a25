/* args: --sym-stdin 4 */
/* a parser of numbers with sign and base, from standard input */
#include <ctype.h>
#include <stdio.h>
int main(void) {
    int c = getchar(), sign = 1, base = 10, value = 0;
    if (c == '-') sign = -1, c = getchar();
    if (c == '0') base = 8, c = getchar();
    if (c == 'x') base = 16, c = getchar();
    for (; c != EOF; c = getchar()) {
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
        if (digit >= base) {
            printf("bad digit\n");
            return 1;
        }
        value = value * base + digit;
    }
    printf("%d\n", sign * value);
    return 0;
}
