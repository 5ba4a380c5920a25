// RUN: %same %s
#include <stdio.h>

int main(void) {
    printf("%d %d %d %d\n", 017, 0x1F, 0b1011, '\x41');
    printf("%d %d %d\n", (int)sizeof 1, (int)sizeof 1L, (int)sizeof 5000000000);
    printf("%d %d\n", (int)sizeof 'a', (int)sizeof 4294967295u);
    printf("%d %d %d\n", 'ab', L'x', (int)sizeof L'x');
    printf("%lu %llu\n", 18446744073709551615UL, 0xFFFFFFFFFFFFFFFFULL);
    printf("%s|%s|%d\n", "a\tb\\\"", "con" "cat", (int)sizeof "nul\0in");
    printf("%d %d\n", (int)sizeof u8"\u00e9", (int)sizeof L"\u00e9");
    return 0;
}
