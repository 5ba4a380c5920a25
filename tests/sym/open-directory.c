// open with O_DIRECTORY has no third argument, although O_TMPFILE, which has one, contains that flag.
// RUN: %unsafe --engine=explore %s 2>&1 | %check %s
// RUN: %unsafe --engine=explore -m32 %s 2>&1 | %check %s
#include <fcntl.h>
#include <unistd.h>
int nondet_int(void);
void reach_error(void);
int main(void) {
    int fd = open("/", O_RDONLY | O_DIRECTORY);
    if (fd >= 0) close(fd);
    // CHECK-NOT: out-of-bounds
    // CHECK: error function 'reach_error' is called
    if (nondet_int() == 7 && fd >= 0) reach_error();
    return 0;
}
