// REQUIRES: shrike
// RUN: not %shrike verify --sym-arg 1 %s 2>&1 | %check %s
// No file can be made under an empty name, also if the name is an input that happens to be empty.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

int main(int argc, char **argv) {
    if (argc < 2 || argv[1][0]) return 0;
    assert(mkdir(argv[1], 0700) < 0 && errno == ENOENT);
    assert(rename("/dev/null", argv[1]) < 0 || errno == ENOENT);
    assert(!fopen(argv[1], "w") && errno == ENOENT);
    int fd = open(argv[1], O_CREAT | O_WRONLY, 0600);
    assert(fd >= 0);
    return 0;
}
// CHECK: UNSAFE
