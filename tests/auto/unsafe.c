// RUN: %unsafe %s | %check %s
// RUN: %unsafe --max-memory 2000 %s | %check %s
// CHECK: unsafe.c:15:{{.*}}error
// Found and confirmed; its inputs are told by the engine that found them.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int step = 0;
    for (;;) {
        int in = __VERIFIER_nondet_int();
        if (step == 0 && in == 7) step = 1;
        else if (step == 1 && in == 1234567) step = 2;
        else step = 0;
        if (step == 2) reach_error();
    }
}
