// RUN: env SHRIKE_CUT=time:3 %stops %s | %check %s
// REQUIRES: shrike
static int spin(int x) {
    while (1) {}
    return x;
}
int main(void) { return spin(0); }
// CHECK: time limit
