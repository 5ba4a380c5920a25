// RUN: sh -c 'rm -rf %t; %shrike test --trace-paths --sym-args 1-1x1 --sym-files 1x2 --output %t %s > %t.said 2>&1 || true'
// RUN: sh -c '%shrike replay --trace %s %t/*.ktest > %t.log'
// RUN: FileCheck %s < %t.log
// RUN: not grep DIFFERENT %t.log
// No file has an empty name, natively as in the model: the folder of a test's files is not found by it.
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

int main(int argc, char **argv) {
    struct stat s;
    if (argc < 2 || argv[1][0]) return 0;
    if (stat(argv[1], &s) == 0) return 1;
    FILE *f = fopen(argv[1], "w");
    return f ? 2 : errno == ENOENT ? 3 : 4;
}
// CHECK-DAG: the program ended with status 3
// CHECK-DAG: the program ended with status 0
