// RUN: %agree --check=memory %s | %check %s
// REQUIRES: shrike
#include <stdbool.h>
#include <stdio.h>

int main(void) {
    bool b;
    int n = 0;
    if (b) n += 1;
    if (!b) n += 2;
    printf("%d\n", n == 1 || n == 2);
    return 0;
}
// CHECK: {{^}}1{{$}}
