// RUN: %unsafe --engine=dash %s | %check %s
// A variable that is gone on one path only.
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1, *p = &x;
    {
        int y = 2;
        if (__VERIFIER_nondet_int() == 4711) p = &y;
        y++;
    }
    // CHECK: error: read of 4 bytes after the end of a variable
    return *p;
}
