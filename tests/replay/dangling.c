// RUN: %replay CONFIRMED use-after-free:18 %s -- which=i32:0
// RUN: %replay CONFIRMED use-after-scope:21 %s -- which=i32:1
// RUN: %replay CONFIRMED use-after-scope:27 %s -- which=i32:2
// RUN: %replay CONFIRMED double-free:30 %s -- which=i32:3
// RUN: %replay CONFIRMED invalid-free:31 %s -- which=i32:4
// RUN: %replay CONFIRMED invalid-free:32 %s -- which=i32:5
// RUN: %replay DIFFERENT use-after-free:30 %s -- which=i32:3
// RUN: %replay NOT-CONFIRMED double-free:30 %s -- which=i32:6
#include <stdlib.h>
#include <shrike.h>
static int *leave(void) { int gone = 3; int *p = &gone; return p; }

int main(void) {
    int which = shrike_int("which");
    char *p = malloc(8), array[3];
    p[0] = 1;
    if (which == 0) free(p);
    if (which == 0) return p[0];
    if (which == 1) {
        int *q = leave();
        return *q;
    }
    if (which == 2) {
        int *q;
        for (int i = 0; i < 1; i++) { int inner = i; q = &inner; }
        return
            *q;
    }
    if (which == 3) free(p);
    if (which == 3) free(p);
    if (which == 4) free(array);
    if (which == 5) free(p + 1);
    return 0;
}
