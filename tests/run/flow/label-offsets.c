// RUN: %same %s
// Differences of label addresses, as position-independent jump tables keep them.
#include <stdio.h>

static int run(const unsigned char *code) {
    static const int offsets[] = {&&stop - &&stop, &&inc - &&stop, &&dbl - &&stop};
    int acc = 1;
    goto *(&&stop + offsets[*code]);
inc:
    acc++;
    goto *(&&stop + offsets[*++code]);
dbl:
    acc *= 2;
    goto *(&&stop + offsets[*++code]);
stop:
    return acc;
}

int main(void) {
    printf("%d\n", run((const unsigned char[]){1, 2, 2, 1, 0}));
    return 0;
}
