// RUN: %bug %s | %check %s
int main(void) {
    int n = 40;
    unsigned unused = 1u << n;
    (void)unused;
    return 0;
}
// CHECK: shift-folded.c:4:26: error: {{.*}} [oversized-shift]
