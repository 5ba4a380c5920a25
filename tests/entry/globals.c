// Global variables have their initial values, and the proof says so; --sym-globals makes them arbitrary. The function
// may be in one of several files.
// REQUIRES: shrike
// RUN: %shrike verify --engine=explore --entry use %s %S/Inputs/other.c 2>&1 | %check --check-prefix=INITIAL %s
// RUN: not %shrike verify --no-confirm --engine=explore --sym-globals --entry use %s %S/Inputs/other.c 2>&1 | %check --check-prefix=ANY %s
// RUN: %shrike verify --engine=explore --sym-globals --entry fixed %s %S/Inputs/other.c 2>&1 | %check --check-prefix=HIDDEN %s
// RUN: not %shrike verify --entry half %s %S/Inputs/other.c 2>&1 | %check --check-prefix=BOTH %s
// RUN: %shrike verify --engine=explore --entry %S/Inputs/other.c:half %s %S/Inputs/other.c
// RUN: not %shrike verify --no-confirm --engine=explore --entry %s:half %s %S/Inputs/other.c 2>&1 | %check --check-prefix=UNSAFE %s
// UNSAFE: UNSAFE
extern int shared;
static struct { int *list; int n; } table;
const int limit = 4;

static int half(int x) { return 100 / (x / 2); }

int use(int x) { return 1 / (shared + 1) + (table.list && table.n == 3 ? 1 / table.list[7] : 0) + (x & 1); }
// INITIAL: assuming that global variables have their initial values (--sym-globals makes them arbitrary)
// ANY: shared = -1

int fixed(int x) {
    static int calls;
    return 1 / limit + (calls ? 1 / (calls - 1) : x & 1);
}
// HIDDEN: assuming that static variables that other files cannot name have their initial values: {{.*}}calls
// BOTH: define 'half'; name one as FILE:half

int main(void) { return half(7) & 1; }
