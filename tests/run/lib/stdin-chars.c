// RUN: printf 'The quick brown\nfox\tjumps.\n' > %t.in
// RUN: %same --stdin=%t.in %s
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c, words = 0, in = 0, counts[26] = {0};
    while ((c = getchar()) != EOF) {
        if (isalpha(c)) counts[tolower(c) - 'a']++;
        if (isspace(c)) in = 0;
        else if (!in) in = 1, words++;
    }
    printf("%d", words);
    for (int i = 0; i < 26; i++)
        if (counts[i]) printf(" %c%d", 'a' + i, counts[i]);
    printf("\n%d %d\n", getc(stdin) == EOF, ungetc('u', stdin));
    printf("%c\n", getchar());
    return 0;
}
