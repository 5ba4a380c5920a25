// RUN: %unsafe --engine=cdse %s | %check %s
// RUN: %safe --engine=cdse -DFIXED %s
// Whether the variable is out of scope depends on the way through a loop.
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), zero = 0, *last = &zero, sum = 0;
    for (int i = 0; i < 3; i++) {
        {
            int here = i + x;
            if (i == 1 && x == 4) last = &here;
            sum += *last;
        }
#ifdef FIXED
        last = &zero;
#endif
        // CHECK: scope-rounds.c:[[#@LINE+1]]:{{.*}}error: {{.*}}variable's life
        sum += *last;
    }
    return sum == 0;
}
