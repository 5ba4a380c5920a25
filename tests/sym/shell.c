// REQUIRES: shrike
// Scripts run any program with the inputs of the test, record what it does and notice when it does something else.
// RUN: %shrike test --output %t.d --format=shell --sym-arg 2 --sym-stdin 2 --sym-files 1x2 --env "HOME=it's" %s -- "first *" | %check %s
// CHECK: 11 tests in
// RUN: clang-19 -o %t %s && clang-19 -DOTHER -o %t.other %s
// RUN: sh %t.d/run-tests.sh %t | %check %s --check-prefix=SAME
// RUN: env RECORD=1 sh %t.d/run-tests.sh %t | %check %s --check-prefix=SAME
// RUN: sh %t.d/run-tests.sh %t | %check %s --check-prefix=SAME
// SAME: 11 passed, 0 failed, 0 skipped
// RUN: not sh %t.d/run-tests.sh %t.other 2>/dev/null | %check %s --check-prefix=OTHER
// OTHER: {{[1-9]}} passed, {{[1-9]}} failed, 0 skipped
// What a shell cannot give is left out.
// RUN: %shrike test --output %t.n --format=shell --fail 1 -DFAIL %s | %check %s --check-prefix=FAIL
// FAIL: 2 tests in
// RUN: sh %t.n/run-tests.sh %t 2>&1 | %check %s --check-prefix=LEFT
// LEFT: a shell cannot give the input 'failing call'
// LEFT: 0 passed, 0 failed, 2 skipped
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
#ifdef FAIL
    return fflush(stdout) != 0;
#endif
    char file[4] = "", *home = getenv("HOME");
    if (argc != 3 || strcmp(argv[1], "first *") || !home || strcmp(home, "it's")) abort();
    if (argv[2][0] == '\'' && argv[2][1] == '\n') return puts("argument"), 3;
    if (getchar() == 0 && getchar() == 255) return puts("input"), 4;
    FILE *f = fopen("A", "r");
    if (!f || fread(file, 1, 2, f) != 2) abort();
    fclose(f);
#ifdef OTHER
    if (!memcmp(file, "\\$", 2)) return puts("other"), 5;
#endif
    if (!memcmp(file, "\\$", 2)) return puts("file"), 5;
    return 0;
}
