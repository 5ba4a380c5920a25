// RUN: %same %s
#include <ctype.h>
#include <stdio.h>

int main(void) {
    for (int c = 0; c < 128; c++) {
        int bits = !!isalpha(c) | !!isdigit(c) << 1 | !!isspace(c) << 2 | !!isupper(c) << 3 | !!ispunct(c) << 4 |
                   !!isxdigit(c) << 5 | !!iscntrl(c) << 6 | !!isprint(c) << 7;
        printf("%02x%c%c", bits, isprint(toupper(c)) ? toupper(c) : '.', isprint(tolower(c)) ? tolower(c) : '.');
        if (c % 16 == 15) printf("\n");
    }
    printf("%d %d\n", isalnum(EOF) != 0, tolower(EOF));
    return 0;
}
