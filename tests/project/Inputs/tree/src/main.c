#include "lib.h"

int table[MAX];
int parse(const char *s);

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    int i = parse(argv[1]);
    if (i < 0 || i > MAX) return 2;
    table[i] = twice(inc(i));
    return 0;
}
