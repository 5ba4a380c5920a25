// RUN: %verdict UNKNOWN --once --engine=invariant -DRARE %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DLATE %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DALIAS %s
// RUN: %unsafe --once --engine=invariant -DMIDDLE %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DTWICE %s
// RUN: %safe --once --engine=invariant %s
// What is true of every state that a few tests come to, and false: none may be proved.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int seen, other;

static void look(int key) {
    if (key == 123456789) seen = 1;
}

static int count(void) {
    int i = 0;
    while (__VERIFIER_nondet_int()) i++;
    return i;
}

int main(void) {
    int *p = &other, x = 0, y = 0;
#ifdef LATE
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) {
        i++;
        if (i == 1000001) __VERIFIER_error();
    }
#endif
#ifdef MIDDLE
    if (__VERIFIER_nondet_int()) goto middle; /* y is one ahead */
#endif
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
#ifdef RARE
        look(key);
#endif
#ifdef ALIAS
        if (key == 123456789) p = &x;
        *p = 5;
#endif
        (void)key;
        x++;
#ifdef MIDDLE
    middle:
#endif
        y++;
    }
    if (x != y || seen) __VERIFIER_error();
#ifdef TWICE
    int both[2];
    for (int k = 0; k < 2; k++) both[k] = count(); /* the same loop, entered twice on one path */
    if (both[0] != both[1]) __VERIFIER_error();
#endif
    (void)p, (void)look, (void)count;
}
