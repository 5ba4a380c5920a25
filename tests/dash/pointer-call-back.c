// RUN: %unsafe --engine=dash %s | %check %s
// RUN: %verdict SAFE --engine=dash -DFIXED %s
// A function that is found late returns to a place whose states are split by then.
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int bad;
static void one(void) { if (__VERIFIER_nondet_int() == 54321) bad = 2; }
#ifdef FIXED
static void other(void) { if (__VERIFIER_nondet_int() == 12345) bad = 3; }
#else
static void other(void) { if (__VERIFIER_nondet_int() == 12345) bad = 1; }
#endif
static void (*const table[])(void) = {one, other};

int main(void) {
    for (int i = 0; i < 2; i++) {
        table[i]();
        // CHECK: 19:{{.*}}[error-reached]
        if (bad == 1) reach_error();
    }
    return 0;
}
