// All commands start in a function with parameters; tests that are written can be run, and the report's command too.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t
// RUN: not %shrike test --entry f --output %t/tests --json %t/tests.json %s | FileCheck --check-prefix=TEST %s
// RUN: FileCheck --check-prefix=JSON %s < %t/tests.json
// RUN: FileCheck --check-prefix=LCOV %s < %t/tests/coverage.info
// RUN: not %shrike replay --entry f %s %t/tests/test000001.ktest %t/tests/test000002.ktest %t/tests/test000003.ktest %t/tests/test000004.ktest | FileCheck --check-prefix=REPLAY %s
// RUN: not %shrike replay --entry f %s --with 'bytes n="\003\0\0\0"' --with 'bytes p->x="\004\0\0\0"' --with 'word p == NULL="\0\0\0\0"' | FileCheck --check-prefix=REPLAY %s
// RUN: not %shrike reach --entry f %s:22 | FileCheck --check-prefix=REACH %s
// RUN: %shrike reach --entry f %s:21 | FileCheck --check-prefix=NEVER %s
// RUN: not %shrike fuzz --entry f --output %t/fuzz --max-instructions 100000 %s | FileCheck --check-prefix=FUZZ %s
// RUN: %shrike show calls --format text --entry f %s | FileCheck --check-prefix=SHOW %s
// RUN: %shrike run --entry g %s
struct point { int x; };
int g(int x) { return x & 0; }

int f(struct point *p, int n) {
    if (!p) return 0;
    if (n != 3) return 1;
    if (n == 4)
        return 7; /* line 21 */
    return 1 / (p->x - 4);
}
// TEST: 1 errors (1 confirmed)
// TEST: COMPLETE
// JSON: "assumptions":[{{.*}}'p' is NULL or points to one element (--sym-size)
// NO: error
// REPLAY: CONFIRMED
// REACH: REACHABLE
// NEVER: UNREACHABLE
// FUZZ: 1 confirmed
// SHOW: harness_f: {{.*}}f
// LCOV-NOT: harness
