int __VERIFIER_nondet_int(void);

static int count;

static void never(void) { count = 0; }

int main(void) {
    for (int i = 0; i < 4; i++)
        if (__VERIFIER_nondet_int() > 3) count++;
    if (count > 4) never();
    return 0;
}
