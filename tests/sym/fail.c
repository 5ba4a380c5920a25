// REQUIRES: shrike
// Calls of the library fail as inputs decide, and native runs fail likewise.
// RUN: %safe --sym-files 1x4 %s | %check %s --check-prefix=WORKS
// RUN: %unsafe --engine=explore --sym-files 1x4 --fail 1 %s | %check %s
// RUN: %unsafe --engine=explore -m32 --sym-files 1x4 --fail 1 %s | %check %s
// Only the second failure of a run does harm: a proof for one says so.
// RUN: %safe --sym-files 1x4 --fail 1 -DTWICE %s | %check %s --check-prefix=ONCE
// RUN: %unsafe --engine=explore --sym-files 1x4 --max-fail 2 -DTWICE %s | %check %s --check-prefix=TWO
// RUN: %safe --sym-files 1x4 --fail 1 -DFIXED %s
// RUN: %safe --sym-files 1x4 -fd-fail -DFIXED %s
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char buf[8];
    int fd = open("A", O_RDONLY);
    if (fd < 0) return 1;
    ssize_t n = read(fd, buf, 4);
    if (n < 0 && errno == EINTR) {
#ifdef TWICE
        n = read(fd, buf, 4);
        // TWO: fail.c:[[#@LINE+3]]:{{[0-9]+}}: error: assertion failed
        // TWO: {{^}}    failing call = 2
        // TWO: {{^}}    read fails = 4
        assert(n >= 0);
#endif
        return 2;
    }
    if (n < 0) return 3;
    int result = close(fd);
#if defined FIXED || defined TWICE
    if (result < 0) return 4;
#endif
    assert(buf[0] != 'x' || result == 0); // CHECK: fail.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // CHECK: {{^}}    failing call = 3
    // CHECK: {{^}}    close fails =
    return 0;
}
// WORKS: the C library behaves like shrike's models: {{.*}}read
// WORKS: assuming that reading does not fail
// ONCE: the C library behaves like shrike's models: {{.*}}read
// ONCE-NOT: assuming that reading does not fail
// ONCE: assuming that at most as many calls fail as --fail says, in the ways that docs/LIBRARY.md lists
