// RUN: %same -std=c89 %s
// Old-style definitions, implicit int, implicit declarations.
#include <stdio.h>

static counter = 3;

add(a, b)
int a, b;
{
    return a + b;
}

static double scale(x, by, name)
double x;
float by;
char *name;
{
    return x * by + *name;
}

no_prototype();

main(argc, argv)
char **argv;
{
    register i = 4;
    auto j = 5;
    printf("%d %g %d %d\n", add(i, j), scale(2.0, 1.5, "a"), no_prototype(1, 2), late(counter));
    return 0;
}

no_prototype(x, y) { return x * 10 + y; }
late(x) { return x + 1; }
