// REQUIRES: shrike
// RUN: %safe --sym-files 2x4 %s | %check %s --check-prefix=HERE
// RUN: %unsafe --engine=explore --sym-files 2x4 --sym-stat -DMODE %s | %check %s --check-prefix=MODE
// RUN: %unsafe --engine=explore -m32 --sym-files 2x4 --sym-stat -DMODE %s | %check %s --check-prefix=MODE
// RUN: %unsafe --engine=explore --sym-files 2x4 --sym-stat -DPIPE %s | %check %s --check-prefix=PIPE
// RUN: %unsafe --engine=explore --sym-files 2x4 --sym-stat -DTIMES %s | %check %s --check-prefix=TIMES
// What is the same for all files is proved: the size of what is read, that files are different ones.
// RUN: %safe --engine=explore --no-sym-time --sym-files 2x4 --sym-stat %s | %check %s --check-prefix=SAME
// Who reads a device as if it were a file gets no proof.
// RUN: %unknown --engine=explore --no-sym-time --sym-files 2x4 --sym-stat -DREAD %s
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat a, again, b;
    if (stat("A", &a) != 0 || stat("A", &again) != 0 || lstat("B", &b) != 0) return 1;
    assert(a.st_ino != b.st_ino);
    assert(a.st_ino == again.st_ino && a.st_mode == again.st_mode && a.st_mtime == again.st_mtime);
    assert(a.st_size == (S_ISREG(a.st_mode) ? 4 : 0));
#ifdef MODE
    assert((b.st_mode & S_ISUID) == 0 || b.st_uid != 77); // MODE: stat.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // MODE: user of B = 77
#endif
#ifdef PIPE
    assert(!S_ISFIFO(a.st_mode)); // PIPE: stat.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // PIPE: type of A = 1
#endif
#ifdef TIMES
    assert(a.st_mtime <= b.st_mtime); // TIMES: stat.c:[[#@LINE]]:{{[0-9]+}}: error: assertion failed
    // TIMES: modification of A =
#endif
#ifdef READ
    char c = 0;
    int fd = open("A", O_RDONLY);
    if (fd < 0 || read(fd, &c, 1) != 1) return 1;
#endif
    return 0;
}
// HERE: assuming that numbers, owners and modes of files are those of shrike's model
// SAME-NOT: owners
// SAME: assuming that file modes do not restrict access
