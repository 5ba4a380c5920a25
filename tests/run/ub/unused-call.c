// RUN: %bug %s | %check %s
// The bug sits behind a call whose result is never used.
static int check(int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += p[i];
    return s;
}

int main(void) {
    int a[3] = {1, 2, 3};
    check(a, 4);
    return 0;
}
// CHECK: unused-call.c:5:38: error: out-of-bounds read of 4 bytes: {{.*}} [out-of-bounds]
// CHECK: in check at unused-call.c:5:38
// CHECK-NEXT: called from main at unused-call.c:11:5
