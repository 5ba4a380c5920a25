// RUN: %bug %s | %check %s
// Scalar replacement would call this store unreachable.
int main(void) {
    int a[4] = {1, 2, 3, 4};
    a[5] = 1;
    return a[0] - 1;
}
// CHECK: oob-constant-index.c:5:{{[0-9]+}}: error: out-of-bounds write of 4 bytes: {{.*}} [out-of-bounds]
