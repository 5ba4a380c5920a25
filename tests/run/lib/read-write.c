// RUN: printf 'bytes through descriptors' > %t.in
// RUN: %same --stdin=%t.in %s
#include <unistd.h>

int main(void) {
    char buf[10];
    long n, total = 0;
    while ((n = read(0, buf, sizeof buf)) > 0) {
        write(1, buf, (unsigned long)n);
        total += n;
    }
    write(1, "\n", 1);
    return (int)total;
}
