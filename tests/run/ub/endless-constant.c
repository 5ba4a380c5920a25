// RUN: %stops --timeout=1 %s | %check %s
// REQUIRES: shrike
static int spin(int x) {
    while (1) {}
    return x;
}
int main(void) { return spin(0); }
// CHECK: time limit
