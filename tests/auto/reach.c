// RUN: %lines --engine=auto %s
// RUN: not %shrike reach --at %s:21 --at %s:22 %s 2>&1 | %check %s
// CHECK: is reached
// CHECK: answered by {{explore|interpolate}}
// CHECK: reach.c:21: UN{{REACHABLE$}}
// CHECK: {{^REACHABLE$}}
// Interpolation proves that a line is unreachable however often the loop goes round, exploring finds the rest.
int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0;
    for (;;) {
        int in = __VERIFIER_nondet_int();
        if (state == 0 && in == 5)
            state = 1; // REACHABLE
        else if (state == 1 && in == 77777)
            state = 2; // REACHABLE
        else
            state = 0; // REACHABLE
        if (state == 3)
            state = 4; // UNREACHABLE
        if (state == 2) state = 0; // REACHABLE
    }
}
