// RUN: %unknown --check=assert --max-depth 10 %s | %check %s
// RUN: %unsafe --check=assert %s | %check --check-prefix=DEEP %s
// Our limit on nested calls is not the real program's: what it cut off is not safe.
// CHECK: stack exhausted: 10 calls deep
// DEEP: error: assertion failed: f(20) != 20
#include <assert.h>

static int f(int n) { return n ? 1 + f(n - 1) : 0; }

int main(void) {
    assert(f(20) != 20);
    return 0;
}
