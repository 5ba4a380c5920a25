// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
int main(void) {
#ifdef FIXED
    volatile int n = 1;
#else
    volatile int n = -1;
#endif
    long x = 16;
    return (int)(x >> n);
}
// CHECK: shift-negative.c:10:20: error: {{.*}} [oversized-shift]
