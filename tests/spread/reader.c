/* Opens the file that its argument names and fails if that begins with a letter that was guessed. */
#include <stdio.h>
#include <stdlib.h>

extern void __VERIFIER_error(void);

int main(int argc, char **argv) {
    FILE *f = argc > 1 ? fopen(argv[1], "r") : fopen(NAME, "r");
    int c = f ? fgetc(f) : EOF;
    if (c == 's') __VERIFIER_error();
    return 0;
}
