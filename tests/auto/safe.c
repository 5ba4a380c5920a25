// RUN: %safe %s
// RUN: %shrike verify --json %t.json %s
// RUN: grep '"SAFE"' %t.json
// Endless: explore never ends, others prove it. One of them writes the files.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int held = 0;
    for (;;) {
        int want = __VERIFIER_nondet_int();
        held = 0;
        if (want) held = 1;
        if (want && !held) reach_error();
    }
}
