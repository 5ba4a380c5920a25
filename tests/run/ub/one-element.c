// Passes take the index into a variable of one element for 0.
// RUN: not %shrike run %s 2>&1 | FileCheck %s
// RUN: not %shrike run -DCONSTANT %s 2>&1 | FileCheck %s
// RUN: not %shrike run -DWRITE %s 2>&1 | FileCheck %s
static const int table[1] = {1};

int main(int argc, char **argv) {
    (void)argv;
    int t[1] = {1};
#if defined CONSTANT
    // CHECK: error: out-of-bounds {{read|write}} of 4 bytes: right at the end of the 4-byte
    return table[argc & 1] - t[0];
#elif defined WRITE
    t[argc & 1] = 3;
    return 0;
#else
    return t[argc & 1];
#endif
}
