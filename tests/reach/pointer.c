// REQUIRES: shrike
// RUN: %lines %s 
// A call through a pointer of another type, too.
int __VERIFIER_nondet_int(void);
static int one(int a) {
    return a == 8; // REACHABLE
}
static int two(int a, int b) {
    if (a == 3)
        return b; // REACHABLE
    return 1; // REACHABLE
}
static int three(void) {
    return 1; // UNREACHABLE
}
static int (*const table[])() = {(int (*)())one, (int (*)())two, (int (*)())three};
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1)
        return 0;
    return table[i](3, 9) + table[1](i + 7, 1);
}
