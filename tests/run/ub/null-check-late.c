// RUN: %bug %s | %check %s
// A check after the dereference does not make it go away.
static int get(int *p) {
    int v = *p;
    if (!p) return -1;
    return v;
}

int main(void) { return get(0) == -1 ? 0 : 1; }
// CHECK: null-check-late.c:4:13: error: {{.*}} [null-dereference]
