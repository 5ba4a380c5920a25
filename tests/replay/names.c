// Functions of the program may be called as those inside the replay library are.
// RUN: %unsafe --engine=explore %s
int __VERIFIER_nondet_int(void);

int take(int x) { return x + 1; }
int peek(int x) { return take(x) + 1; }
int skip(int x) { return peek(x) + 1; }
int stop(int x) { return skip(x) + 1; }
int fill(int x) { return stop(x) + 1; }
int need(int x) { return fill(x) + 1; }
int remark(int x) { return need(x) + 1; }

int main(void) { return 1 / (remark(__VERIFIER_nondet_int()) - 10); }
