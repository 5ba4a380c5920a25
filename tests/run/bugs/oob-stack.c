// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#ifdef FIXED
#define N 8
#else
#define N 9
#endif

static void fill(int *to, int n) {
    for (int i = 0; i < n; i++) to[i] = i;
}

int main(void) {
    int after = 1, buffer[8], before = 2;
    fill(buffer, N);
    return after + before + buffer[7] - 10;
}
// CHECK: oob-stack.c:10:{{[0-9]+}}: error: out-of-bounds write of 4 bytes: {{.*}}32-byte {{.*}}buffer{{.*}} [out-of-bounds]
// CHECK: in fill at oob-stack.c:10:
// CHECK-NEXT: called from main at oob-stack.c:15:5
