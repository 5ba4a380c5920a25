// RUN: %unsafe --engine=explore %s
// RUN: %unsafe --engine=interpolate %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=dash %s
// RUN: %unsafe --engine=cdse -m32 %s
// RUN: %unsafe --engine=explore -DPASSED %s
// RUN: %unsafe --engine=explore -DLEFT %s
// RUN: %unsafe --engine=bmc -DLEFT -m32 %s
// RUN: %unsafe --engine=explore -DCHAIN %s
// RUN: %unsafe --engine=explore -DCHOSEN %s
// RUN: %unsafe --engine=explore -DSWITCH %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED -m32 %s
// RUN: %safe --engine=explore -DPASSED -DFIXED %s
// RUN: %safe --engine=explore -DLEFT -DFIXED %s
// RUN: %safe --engine=interpolate -DLEFT -DFIXED %s
// RUN: %safe --engine=explore -DCHAIN -DFIXED %s
// RUN: %safe --engine=explore -DCHOSEN -DFIXED %s
// RUN: %safe --engine=explore -DSWITCH -DFIXED %s
// A compound literal in a loop's body is another object in each round, whatever way the loop is left or goes on; one in
// the body of an `if` ends with that. So is a variable whose declaration a `switch` may pass.
int __VERIFIER_nondet_int(void);

static int *global;
static void keep(int *p) {
#ifndef FIXED
    if (global) *global = 1;
#endif
    global = p;
}

int main(void) {
    int *p = 0, x = __VERIFIER_nondet_int();
#if defined PASSED
    for (int i = 0; i < 3; i++) keep((int[2]){1, x});
#elif defined LEFT
    for (int i = 0; i < 3; i++) {
        if (i == 1) continue;
#ifndef FIXED
        if (p) return *p;
#endif
        p = &(int){x};
        if (*p == 5) break;
    }
#elif defined CHAIN
    struct node { struct node *next; int v; } *list = 0;
    for (int i = 0; i < 3; i++) {
        list = &(struct node){list, i};
#ifdef FIXED
        list->next = 0;
#endif
        if (list->next && list->next->v != i - 1) return 1;
    }
#elif defined CHOSEN
    if (x > 3) p = (int[]){x};
    else p = &x;
#ifdef FIXED
    p = &x;
#endif
    return *p;
#elif defined SWITCH
    for (int i = 0; i < 3; i++) {
        switch (i) {
        case 0:;
            int y;
        case 1:
#ifndef FIXED
            if (p) *p = 1;
#endif
            p = &y;
            y = x;
        }
    }
#else
    for (int i = 0; i < 3; i++) {
        int *q = (int[]){x};
#ifdef FIXED
        p = q;
#endif
        if (p) *p = 2;
        p = q;
    }
#endif
    (void)keep;
    return 0;
}
