// RUN: %same -std=c11 %s
#include <stdio.h>

#define KIND(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", char: "char", char *: "char *", \
                         float: "float", double: "double", const int *: "const int *", default: "other")
_Static_assert(sizeof(int) == 4, "int has four bytes");

int main(void) {
    const int c = 0;
    printf("%s %s %s %s %s %s %s %s\n", KIND(1), KIND(1u), KIND('a'), KIND((char)1), KIND("s"), KIND(1.f), KIND(&c),
           KIND((short)1));
    __auto_type v = 3.5;
    printf("%s %g\n", KIND(v), v);
    return 0;
}
