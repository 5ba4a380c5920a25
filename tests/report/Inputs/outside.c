/* Arguments, standard input and a header of its own. */
#include "outside.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    char *block = malloc(LIMIT);
    int c = getchar();
    if (argc == 2 && is_bad(argv[1]) && c == 'q') block[WHERE] = 1;
    free(block);
    return 0;
}
