#include <stdio.h>
int main(void) {
    for (volatile unsigned i = 0;; i++)
        if (i % 100000000 == 1) printf("%u\n", i);
}
