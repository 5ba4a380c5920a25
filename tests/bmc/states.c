// RUN: %verdict 'SAFE (bound 40)' --engine=bmc --bound 40 %s
// RUN: %unsafe --engine=bmc --bound 40 -DWRONG %s
// A state machine: what decides is not merged, all else is.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 100, passed = 0, noise = 0;
    while (1) {
        noise += __VERIFIER_nondet_int() ? 1 : 3;
        switch (state) {
        case 100: state = __VERIFIER_nondet_int() ? 200 : 100; break;
        case 200: state = 300; passed++; break;
        case 300: state = __VERIFIER_nondet_int() ? 400 : 500; break;
        case 400: state = passed > 3 ? 600 : 100; break;
        case 500: state = 100; passed = 0; break;
        default:
            if (passed < 4 || noise < passed) __VERIFIER_error();
#ifdef WRONG
            if (passed == 4) __VERIFIER_error();
#endif
            state = 100;
        }
    }
}
