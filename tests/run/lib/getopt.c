// RUN: %same %s -- -a -b value file1 -c file2
// RUN: %same %s -- -ab5 -- -c
// RUN: %same %s -- -b
// RUN: %same %s -- -z x
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int c, errors = 0;
    opterr = 0;
    while ((c = getopt(argc, argv, "ab:c")) != -1) switch (c) {
        case 'a': case 'c': printf("%c\n", c); break;
        case 'b': printf("b=%s\n", optarg); break;
        default: printf("bad %c\n", optopt); errors++;
        }
    for (int i = optind; i < argc; i++) printf("rest %s\n", argv[i]);
    return errors;
}
