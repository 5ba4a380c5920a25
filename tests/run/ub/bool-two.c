// RUN: %same --undefined --check=memory %s
// A _Bool with another bit pattern.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    bool b;
    memset(&b, 3, 1);
    printf("%d\n", b ? 1 : 0);
    return 0;
}
