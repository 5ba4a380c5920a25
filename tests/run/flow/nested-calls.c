// RUN: %same %s
// Calls as arguments, results ignored, conversion of results and arguments.
#include <stdio.h>

static unsigned char narrow(int x) { return (unsigned char)x; }
static short widen(signed char x) { return (short)(x * 300); }
static float to_float(int x) { return (float)x / 3; }
static void nothing(void) {}
static int max(int a, int b) { return a > b ? a : b; }

int main(void) {
    nothing();
    (void)narrow(5);
    printf("%d %d %d\n", narrow(300), widen(narrow(200)), (int)(to_float(10) * 3));
    printf("%d\n", max(max(1, max(7, 3)), max(narrow(261), 2)));
    int (*pick)(int, int) = 1 ? max : 0;
    printf("%d\n", (pick)(pick(3, 4), 2) + (*(&max))(8, 9));
    return 0;
}
