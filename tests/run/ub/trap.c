// RUN: %agree --unseen %s
// REQUIRES: shrike
int main(void) {
    volatile int x = 1;
    if (x) __builtin_trap();
    return 0;
}
