// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
static unsigned bit(int n) { return 1u << n; }

int main(void) {
    unsigned all = 0;
#ifdef FIXED
    for (int i = 0; i < 32; i++) all |= bit(i);
#else
    for (int i = 0; i <= 32; i++) all |= bit(i);
#endif
    return all != 0xffffffffu;
}
// CHECK: shift-wide.c:3:40: error: {{.*}}32{{.*}} [oversized-shift]
// CHECK: in bit at shift-wide.c:3:40
