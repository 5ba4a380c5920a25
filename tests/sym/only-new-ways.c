// RUN: rm -rf %t && %shrike test --sym-stdin 2 --only-new --output %t %s | %check %s
// CHECK: 3 tests in
// A way of a branch with no code of its own is covered by a test as well: two for each test of a character, one of
// which goes on to the next.
#include <unistd.h>
char c[2];
int main(void) {
    read(0, c, 2);
    if (c[0] == 'a') write(1, "a", 1);
    if (c[0] == 'a' && c[1] == 'b') write(1, "b", 1);
    return 0;
}
