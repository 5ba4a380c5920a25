// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#ifdef FIXED
#define STOP 1000
#else
#define STOP -1
#endif

static int down(int n) {
    char frame[1000];
    frame[n % 1000] = (char)n;
    if (n == STOP) return frame[n % 1000];
    return down(n + 1) + frame[n % 1000];
}

int main(void) { return down(0) == 12345; }
// CHECK: stack-overflow.c:{{1[0-3]}}:{{[0-9]+}}: error: {{.*}} [stack-exhausted]
// CHECK: in down at stack-overflow.c:
