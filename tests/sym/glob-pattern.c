// A pattern that depends on the input gives itself where it has no special characters or nothing matches it.
// RUN: %unsafe --sym-arg 2 -DWRONG='g.gl_pathv[0][1] == 121' --engine=explore %s 2>&1 | %check %s
// RUN: %unsafe --sym-arg 2 -DWRONG='g.gl_flags & GLOB_MAGCHAR' --engine=explore %s
// RUN: %unknown --sym-arg 2 --sym-files 2x1 -DWRONG='g.gl_pathc == 0 || g.gl_pathc > 2' --engine=explore %s 2>&1 | %check %s --check-prefix=NONE
// NONE-NOT: possible error
#include <glob.h>
void reach_error(void);
int main(int argc, char **argv) {
    glob_t g;
    if (argc != 2 || glob(argv[1], GLOB_NOCHECK, 0, &g) != 0) return 0;
    // CHECK: error function 'reach_error' is called
    if (g.gl_pathv[0][0] != '.' && (WRONG)) reach_error();
    globfree(&g);
    return 0;
}
