// RUN: %bug %s | %check %s
// The stack of calls, innermost first, over several functions.
static int d(int *p) { return *p; }
static int c(int *p) { return d(p) + 1; }
static int b(int *p) {
    int r = 0;
    r += c(p);
    return r;
}
static int a(int *p) { return b(p) * 2; }

int main(void) {
    return a((int *)0);
}
// CHECK: deep-stack.c:3:31: error: {{.*}} [null-dereference]
// CHECK: in d at deep-stack.c:3:31
// CHECK-NEXT: called from c at deep-stack.c:4:31
// CHECK-NEXT: called from b at deep-stack.c:7:10
// CHECK-NEXT: called from a at deep-stack.c:10:31
// CHECK-NEXT: called from main at deep-stack.c:13:12
