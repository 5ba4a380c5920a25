// RUN: %agree %s | %check %s
// An uninitialised bound is some number; both counts agree.
// REQUIRES: shrike
#include <stdio.h>

int main(void) {
    unsigned char n;
    int a = 0, b = 0;
    for (int i = 0; i < n; i++) a++;
    for (int i = n; i > 0; i--) b++;
    printf("%d\n", a == b);
    return 0;
}
// CHECK: {{^}}1{{$}}
