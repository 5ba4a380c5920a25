// RUN: %bug %s | %check %s
// The amount is a constant in the source.
int main(void) {
    int x = 1;
    return (x << 33) == 2;
}
// CHECK: shift-constant.c:5:15: error: {{.*}} [oversized-shift]
