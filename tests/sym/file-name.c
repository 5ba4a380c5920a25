// RUN: rm -rf %t && not %shrike test --sym-args 1-1x3 --sym-files 1x2 --output %t %s > %t.out 2> %t.err
// RUN: cat %t.err %t.out | %check %s
// CHECK: only one answer of the environment was tried
// CHECK: 4 paths
// CHECK: INCOMPLETE
// A name that depends on the input may be that of the symbolic file, of the folder or of none: few paths, and no character
// of it is compared with anything else. What it cannot be is a gap: nobody proves anything about other files.
#include <stdio.h>
int main(int argc, char **argv) {
    FILE *f = fopen(argv[1], "r");
    if (!f) return 1;
    int c = fgetc(f);
    if (c == EOF) return 2;
    return c == 'x' ? 3 : 4;
}
