// REQUIRES: shrike
// RUN: not %shrike verify --sym-files 1x3 %s 2>&1 | %check %s --check-prefix=FOUND
// RUN: not %shrike verify --sym-files 1x3 -DBEHIND %s 2>&1 | %check %s --check-prefix=BEHIND
// RUN: not %shrike verify --sym-files 1x3 -DWRITES %s 2>&1 | %check %s --check-prefix=WRITES
// A file in memory has the bytes of the file, zeros up to the end of the page, and nothing behind it. What is written to the
// file afterwards would have to be seen there: not supported.
// FOUND: UNSAFE
// BEHIND: out-of-bounds read
// WRITES: not supported: writing to a file that mmap was asked for
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    int fd = open("A", O_RDWR);
    const char *p = mmap(0, 8192, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED) return 1;
    assert(p[3] == 0 && p[4095] == 0);
#ifdef BEHIND
    return p[4096];
#elif defined WRITES
    return write(fd, "x", 1) == 1;
#else
    assert(p[0] != 'x' || p[2] != 'y');
    return munmap((void *)p, 8192);
#endif
}
