// REQUIRES: shrike
// RUN: %safe --sym-files 1x4 %s | %check %s --check-prefix=ALL
// RUN: %unsafe --engine=explore --sym-files 1x4 --short-io %s | %check %s
// RUN: %safe --engine=explore --sym-files 1x4 --short-io -DLOOP %s | %check %s --check-prefix=SHORT
// RUN: %unsafe --engine=explore --sym-files 1x4 --short-io -DLOOP -DWRITE %s | %check %s --check-prefix=WRITE
// RUN: %safe --engine=explore --sym-files 1x4 --short-io --fail 1 -DLOOP %s
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    char buf[8];
    int fd = open("A", O_RDONLY);
    if (fd < 0) return 1;
    ssize_t n = 0, k;
#ifdef LOOP
    while ((k = read(fd, buf + n, sizeof buf - (size_t)n)) > 0) n += k;
    if (k < 0) return 2;
#else
    n = k = read(fd, buf, sizeof buf);
#endif
    assert(n == 4); // CHECK: short-io.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // CHECK: read transfers = {{[123]$}}
    k = write(1, "abcde", 5);
#ifdef WRITE
    assert(k == 5); // WRITE: short-io.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // WRITE: write transfers = {{[1234]$}}
#endif
    assert(k > 0 || k == -1);
    return 0;
}
// ALL: assuming that reading does not fail and gives all that is there
// SHORT: assuming that a read or write transfers up to 16 bytes, or all that it can
// SHORT: assuming that reading does not fail (
