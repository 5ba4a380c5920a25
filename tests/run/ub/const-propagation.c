// RUN: %bug %s | %check %s
// Everything is constant here: folding must not lose the error.
static int divide(int a, int b) { return a / b; }

int main(void) {
    int total = 0;
    for (int i = 3; i >= 0; i--) total += divide(12, i);
    return total == 22;
}
// CHECK: const-propagation.c:3:44: error: {{.*}} [division-by-zero]
// CHECK: called from main at const-propagation.c:7:43
