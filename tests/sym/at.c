// A file that is made below a folder which is open, and read through another name of it.
// RUN: %unsafe -DWRONG='text[0] == 113' --engine=explore %s 2>&1 | %check %s
// RUN: %unknown -DWRONG='n != 2 || text[0] != data[0]' --engine=explore -m32 %s 2>&1 | %check %s --check-prefix=NONE
// NONE-NOT: possible error
#include <fcntl.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
    char data[2], text[4] = "", folder[] = "/tmp/folderXXXXXX";
    klee_make_symbolic(data, sizeof data, "data");
    if (!mkdtemp(folder)) return 1;
    int at = open(folder, O_RDONLY | O_DIRECTORY), fd = openat(at, "file", O_CREAT | O_RDWR, 0600);
    if (at < 0 || fd < 0 || write(fd, data, 2) != 2 || renameat(at, "file", at, "other") != 0) return 1;
    int again = openat(at, "other", O_RDONLY);
    long n = read(again, text, sizeof text);
    unlinkat(at, "other", 0);
    rmdir(folder);
    // CHECK: error function 'reach_error' is called
    if (WRONG) reach_error();
    return 0;
}
