// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <stdio.h>
#include <string.h>

int main(void) {
    char from[20] = "exactly19characters", to[10];
#ifdef FIXED
    memcpy(to, from, sizeof to);
#else
    memcpy(to, from, sizeof from);
#endif
    printf("%.10s\n", to);
    return 0;
}
// CHECK: oob-memcpy.c:11:5: error: out-of-bounds write of 20 bytes: {{.*}}10-byte {{.*}}to{{.*}} [out-of-bounds]
