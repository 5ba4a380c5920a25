// A corpus that others work on, too: nothing twice, nothing that adds nothing, and what
// others add while we run is seen.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir -p %t/corpus && head -c 40 /dev/zero > %t/long
// RUN: printf 'aaaa' > %t/corpus/id_000000 && printf aaaaaaaa > %t/corpus/longer && printf 'aaaa' > %t/corpus/again
// RUN: %shrike fuzz --max-instructions 300000 --corpus %t/corpus --output %t/out %s > %t/log 2>&1
// RUN: test -f %t/corpus/id_000000 -a -f %t/corpus/longer -a -f %t/corpus/again
// RUN: sha256sum %t/corpus/* | cut -c1-64 | sort | uniq -d | wc -l > %t/twice
// RUN: grep -qx 1 %t/twice
// RUN: %shrike fuzz --max-instructions 300000 --minimize --corpus %t/corpus --output %t/out %s > %t/log 2>&1
// RUN: test ! -f %t/corpus/longer -a -f %t/corpus/again -a ! -f %t/corpus/id_000000
// Somebody else finds what we cannot: a sum that nobody inverts.
// RUN: sh -c '(sleep 3; printf Z7k! > %t/new; mv %t/new %t/corpus/found) & %shrike fuzz --stop-on-first --no-mutate --seeds %t/long --corpus %t/corpus --output %t/out %s > %t/log 2>&1; test $? = 10'
// RUN: %check %s < %t/log
// AFL++'s folders.
// RUN: mkdir -p %t/sync/main/queue && printf 'Z7k!' > %t/sync/main/queue/id:000000,orig:x
// RUN: not %shrike fuzz --stop-on-first --no-mutate --sync %t/sync --output %t/out %s > %t/log 2>&1
// RUN: %check %s < %t/log
// RUN: %shrike fuzz --max-instructions 300000 -DFINE --seeds %t/corpus/again --sync %t/sync --output %t/out %s > %t/log 2>&1
// RUN: ls %t/sync/shrike/queue | grep -q '^id:000000,'
#include <assert.h>
#include <unistd.h>

static unsigned mix(const char *s) {
    unsigned long long h = 0x9e3779b97f4a7c15;
    for (int round = 0; round < 64; round++)
        for (int i = 0; i < 4; i++) {
            h = (h ^ (unsigned char)s[i]) * 0xff51afd7ed558ccdULL;
            h ^= h >> 29;
        }
    return (unsigned)(h >> 16);
}

int main(void) {
    char s[40] = {0};
    volatile int n = 0;
    if (read(0, s, sizeof s) < 4) return 0;
    for (int i = 4; i < 40; i++) /* there is always something to do */
        if (s[i] == 'x') n++;
    if (s[0] == 'b') return 1;
    // CHECK: corpus.c:[[#@LINE+2]]:{{.*}}assertion failed
#ifndef FINE
    assert(mix(s) != 0xed6cb15au);
#endif
    return mix(s) & 1;
}
// CHECK: 1 errors (1 confirmed)
