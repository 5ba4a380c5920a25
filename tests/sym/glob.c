// What glob gives is as large as the names, ends with NULL and is gone after globfree.
// RUN: %unsafe -DWHAT='puts(g.gl_pathv[1])' --engine=explore %s 2>&1 | %check %s --check-prefix=END
// RUN: %unsafe -DWHAT='globfree(&g); puts(first)' --engine=explore %s 2>&1 | %check %s --check-prefix=FREED
// RUN: %unsafe -DWHAT='globfree(&g); globfree(&again)' --engine=explore -m32 %s 2>&1 | %check %s --check-prefix=TWICE
// RUN: %unsafe -DWHAT='strcpy(first, "longer")' --engine=explore %s 2>&1 | %check %s --check-prefix=LONG
// RUN: %unsafe -DWHAT='g.gl_pathv[2] = first' --engine=bmc -m32 %s 2>&1 | %check %s --check-prefix=LONG
// RUN: %unsafe -DWHAT='memset(&g, 0, sizeof g); again = g; first = NULL' --check=memory,leak --engine=explore %s 2>&1 | %check %s --check-prefix=LEAK
// RUN: %safe -DWHAT='if (g.gl_pathc != 1 || strcmp(first, "names") || g.gl_pathv[1]) reach_error(); globfree(&g)' --check=assert,memory,leak --engine=explore %s
// RUN: %safe -DWHAT='if (g.gl_flags != (GLOB_NOMAGIC | GLOB_NOCHECK)) reach_error(); globfree(&g)' --engine=explore -m32 %s
// RUN: %unknown -DWHAT='globfree(&g); g.gl_opendir = 0; glob("*", GLOB_ALTDIRFUNC, 0, &g)' --engine=explore %s 2>&1 | %check %s --check-prefix=OTHER
// Which files there are is not known:
// RUN: %unknown --sym-files 2x1 -DWHAT='globfree(&g); glob("[A-Z]", 0, 0, &g); if (g.gl_pathc != 2) reach_error(); globfree(&g)' --engine=explore %s 2>&1 | %check %s --check-prefix=FILES
// FILES-NOT: possible error
// FILES: only one answer of the environment was tried
#include <glob.h>
#include <stdio.h>
#include <string.h>
int nondet_int(void);
void reach_error(void);
static void use(void) {
    glob_t g, again;
    if (glob("names", GLOB_NOMAGIC, NULL, &g) != 0) reach_error();
    again = g;
    char *first = g.gl_pathv[0];
    // END: error: null pointer
    // FREED: error: {{.*}}freed
    // TWICE: error: {{.*}}free
    // LONG: error: out-of-bounds write
    // LEAK: error: {{.*}}never freed
    // OTHER: glob with GLOB_ALTDIRFUNC
    WHAT;
    (void)again, (void)first;
}
int main(void) {
    if (nondet_int() == 7) use();
    return 0;
}
