// RUN: rm -rf %t %t.2 && %shrike test --output %t %s | %check %s
// RUN: rm -rf %t && not %shrike test --sym-time --output %t %s | %check %s --check-prefix ANY
// RUN: not %shrike verify --engine=explore %s | %check %s --check-prefix VERIFY
// RUN: %shrike verify --engine=explore --no-sym-time %s 2>&1 | %check %s --check-prefix FIXED
// RUN: %shrike test --output %t.2 %s && %shrike replay %s %t.2/test000001.ktest | %check %s --check-prefix REPLAY
// CHECK: 1 path,
// CHECK: COMPLETE
// ANY: 2 paths
// VERIFY: UNSAFE
// FIXED: clocks show one time only
// FIXED: SAFE
// Who covers code needs one time of the day; who proves something needs them all.
#include <assert.h>
#include <stdio.h>
#include <time.h>
int main(void) {
    time_t t = time(NULL);
    struct tm *tm = gmtime(&t);
    assert(tm->tm_year != 150);
    if (tm->tm_year > 200) puts("later");
    return tm->tm_year;
}
// REPLAY: the program ended with status 123
