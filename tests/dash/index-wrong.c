// RUN: %unsafe --engine=dash %s | %check %s
int __VERIFIER_nondet_int(void);
static int cells[8];

int main(void) {
    int last = 0;
    while (__VERIFIER_nondet_int()) {
        int i = __VERIFIER_nondet_int();
        if (i < 0 || i > 8) continue;
        if (i == 8 && last != 5) continue;
        // CHECK: error: out-of-bounds write of 4 bytes: right at the end of the 32-byte
        cells[i] = i;
        last = i;
    }
    return 0;
}
