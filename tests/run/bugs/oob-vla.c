// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
int main(int argc, char **argv) {
    (void)argv;
    int n = argc + 4, a[n];
    for (int i = 0; i < n; i++) a[i] = i;
#ifdef FIXED
    return a[n - 1];
#else
    return a[n];
#endif
}
// CHECK: oob-vla.c:10:12: error: out-of-bounds read of 4 bytes: {{.*}}20-byte {{.*}} [out-of-bounds]
