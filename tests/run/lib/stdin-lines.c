// RUN: printf 'first line\nsecond\n\nlast without newline' > %t.in
// RUN: %same --stdin=%t.in %s
// RUN: %same %s
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    int lines = 0, chars = 0;
    while (fgets(line, sizeof line, stdin)) {
        lines++;
        chars += (int)strlen(line);
        printf("[%.*s]\n", (int)strcspn(line, "\n"), line);
    }
    printf("%d %d %d %d\n", lines, chars, feof(stdin) != 0, ferror(stdin));
    return lines;
}
