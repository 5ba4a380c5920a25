// RUN: %replay CONFIRMED stack-overflow:7 %s -- n=i32:0
// RUN: %replay CONFIRMED - %s -- n=i32:0
// RUN: %replay NOT-CONFIRMED stack-overflow:7 %s -- n=i32:50000
int nondet_int(void);
static int down(int n) {
    volatile char some[8] = {0};
    return n == 1 ? some[0] : down(n - 1) + some[1];
}

int main(void) {
    int n = nondet_int();
    return n ? down(n) : down(-1);
}
