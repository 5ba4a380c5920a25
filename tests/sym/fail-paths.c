// REQUIRES: shrike
// Native runs fail, transfer less and look at files as the test says: they take the same path, block by block.
// RUN: not %shrike test --sym-files 1x2 --sym-stat --fail 1 --short-io --trace-paths --output %t %s 2>/dev/null | %check %s
// RUN: sh -c '%shrike replay --fail 1 --short-io --trace %s %t/*.ktest' > %t.out 2>&1 || true
// RUN: grep -c "path: the same" %t.out | grep -x 54
// RUN: not grep "DIFFERENT\|diverged" %t.out
// CHECK: 54 paths, 0 cut, 0 errors (0 confirmed), 54 tests in
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    char buf[2];
    struct stat s;
    if (stat("A", &s) < 0) return errno == EACCES ? 1 : 2;
    if (S_ISFIFO(s.st_mode)) return 3;
    int fd = open("A", O_RDONLY);
    if (fd < 0) return 4;
    ssize_t n = read(fd, buf, sizeof buf);
    if (n < 0 && errno == EINTR) n = read(fd, buf, sizeof buf);
    if (n < 0) return 5;
    FILE *f = fdopen(fd, "r");
    if (!f) return close(fd) < 0 ? 6 : 7;
    int c = getc(f);
    if (c == EOF && ferror(f)) return 8;
    return fclose(f) ? 9 : c == EOF;
}
