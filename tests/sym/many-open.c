// RUN: env SHRIKE_CUT=time:60 %verdict UNKNOWN --engine=explore --search=bfs %s 2>&1 | %check %s
// Many states are open when the time is over: the run ends in good order.
// CHECK: time limit
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned x = 0;
    for (unsigned i = 0;; i++)
        if (__VERIFIER_nondet_int() > (int)i) x += i;
    return (int)x;
}
