// What standard input is: a pipe, in which nobody can seek, unless --stdin says otherwise; a proof names what it took.
// RUN: %safe --engine=explore --sym-stdin 4 %s | %check %s --check-prefix=PIPE
// RUN: %safe --engine=explore --sym-stdin 4 --stdin=file -DFILE_INSTEAD %s | %check %s --check-prefix=FILE
// RUN: %unsafe --engine=explore --sym-stdin 4 -DFILE_INSTEAD %s
// RUN: %unsafe --engine=explore --sym-stdin 4 --stdin=file %s
// RUN: rm -rf %t.d && %shrike test --sym-stdin 4 --format=shell --output %t.d %s > /dev/null 2>&1
// RUN: clang-19 -Dreach_error=abort -include stdlib.h -w -o %t.exe %s && env RECORD=1 sh %t.d/run-tests.sh %t.exe
// RUN: grep -x 0 %t.d/test000001.status
// What shows an error again says it, too.
// RUN: not %shrike verify --engine=explore --sym-stdin 4 --stdin=file --no-keep-test %s 2>&1 | %check %s --check-prefix=AGAIN
// AGAIN: shrike replay {{.*}}--stdin=file
// PIPE: standard input is a pipe
// FILE: standard input is a regular file
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
    struct stat s;
    char text[8];
    if (fstat(0, &s) != 0) reach_error();
#ifdef FILE_INSTEAD
    if (!S_ISREG(s.st_mode) || s.st_size != 4 || lseek(0, 1, SEEK_SET) != 1 || ftell(stdin) != 1) reach_error();
    if (fread(text, 1, 8, stdin) != 3 || ftell(stdin) != 4) reach_error();
#else
    if (!S_ISFIFO(s.st_mode) || s.st_size != 0) reach_error();
    errno = 0;
    if (lseek(0, 0, SEEK_CUR) != -1 || errno != ESPIPE || fseek(stdin, 1, SEEK_SET) == 0 || ftell(stdin) != -1) reach_error();
    errno = 0;
    if (pread(0, text, 1, 0) != -1 || errno != ESPIPE) reach_error();
    errno = 0;
    if (mmap(NULL, 4, PROT_READ, MAP_PRIVATE, 0, 0) != MAP_FAILED || errno != ENODEV) reach_error();
    if (read(0, text, 8) != 4 || fstat(0, &s) != 0 || s.st_size != 0 || s.st_blocks != 0) reach_error();
#endif
    return 0;
}
