// REQUIRES: shrike
// RUN: %shrike test --output %t %s 2>&1 | %check %s --check-prefix=ALL
// ALL: of the branches 75.0 % are covered, 25.0 % proved unreachable, 0.0 % open
// ALL: COMPLETE
// Cut off, only what nobody calls is proved; a function whose address is taken is not.
// RUN: not %shrike test --output %t --max-forks 1 -DUNUSED %s 2>&1 | %check %s --check-prefix=CUT
// CUT: of the branches {{.*}}, 20.0 % proved unreachable, {{[1-9][0-9.]*}} % open
// CUT: INCOMPLETE
// An error may hide what lies behind it.
// RUN: not %shrike test --output %t -DERROR %s 2>&1 | %check %s --check-prefix=BEHIND
// BEHIND-NOT: proved unreachable
// RUN: not %shrike test --output %t --json - --max-forks 1 -DUNUSED %s 2>/dev/null | %check %s --check-prefix=JSON
// JSON: "branches":10,"branchesCovered":{{[0-9]}},"branchesUnreachable":2
#include <assert.h>
#include <klee/klee.h>
#include <signal.h>
#include <stdlib.h>

#ifdef UNUSED
static int effect;
void unused(int x) {
    if (x > 3) effect = abs(x);
}
void handler(int x) {
    if (x > 4) effect = abs(x);
}
#endif

int main(void) {
    unsigned char c = (unsigned char)klee_int("c");
#ifdef UNUSED
    signal(SIGINT, handler);
#endif
#ifdef ERROR
    assert(c > 250);
#else
    if (c > 10) abs(c);
#endif
    if (c * c == 3) abs(c + 1); /* no square is 3 */
#ifdef UNUSED
    if (c > 20) abs(c + 2);
#endif
    return 0;
}
