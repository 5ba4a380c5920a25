// RUN: %safe --engine=explore %s
// RUN: %unsafe --engine=explore -DTURN %s
// RUN: %unsafe --engine=explore -DCALL %s
// RUN: %unsafe --engine=explore --no-confirm --check=overflow -DCOUNT %s
// Who waits for ever in a circle of jumps has come to his end; who goes round and does something has not.
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);

static int n;

static void beat(void) {
    if (++n == 1000) __VERIFIER_error();
}

static void stop(void) {
#if defined CALL
    for (;;) beat();
#elif defined COUNT
    for (int i = 1;; i *= 3) n = i;
#elif defined TURN
again:
    if (__VERIFIER_nondet_int() == 4711) __VERIFIER_error();
    goto again;
#else
for_ever:
    goto for_ever;
#endif
}

int main(void) {
    if (__VERIFIER_nondet_int()) stop();
    for (int i = 0; i < 3; i++)
        if (__VERIFIER_nondet_int() == i) stop();
    return 0;
}
