// RUN: %same --undefined --check=assert,memory %s
// A conversion out of range is undefined; folding it would give any value, or
// delete the branch that looks at it. Unless it is an error, the processor's answer is kept.
#include <stdio.h>

static double big(void) { return 1e20; }

int main(void) {
    double d = big();
    int i = (int)d;
    long l = (long)d;
    unsigned char c = (unsigned char)(int)-3.7;
    printf("%d %ld %d\n", i, l, c);
    printf("%s\n", i < 0 ? "negative" : "positive");
    return 0;
}
