// RUN: %same %s
// RUN: %same %s -- one "two words" "" --flag -x
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    size_t total = 0;
    for (int i = 1; i < argc; i++) {
        printf("%d: '%s'\n", i, argv[i]);
        total += strlen(argv[i]);
    }
    printf("%d %zu %d %d\n", argc, total, argv[argc] == NULL, argv[0] != NULL);
    return argc;
}
