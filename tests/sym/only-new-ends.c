// RUN: rm -rf %t && not %shrike test --only-new --sym-stdin 2 --max-instructions 400000 --output %t %s | %check %s
// RUN: cat %t/*.ktest | grep -aq qq
// Who comes first to what is new behind c[1] > 64 stays in the loop for ever. A path that ends has been there too, and
// covers nothing else that is new: it writes the test. Natively, the other one would have to be killed and leave no trace.
// CHECK: tests in
// CHECK: INCOMPLETE
#include <unistd.h>
char c[2];
int n, mark;
static void stay(char x) {
    while (x != 'q') n++;
}
int main(void) {
    read(0, c, 2);
    stay(c[0]);
    if (c[1] > 64) {
        mark = 1;
        stay(c[1]);
    }
    return 0;
}
