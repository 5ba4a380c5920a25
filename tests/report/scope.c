// A proof that looked at some inputs only says so in the verdict, whichever command and format.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %safe "--scope=no arguments" -DUSAGE %s | %check %s --check-prefix USAGE
// RUN: %shrike verify -DUSAGE %s -- abc 2>&1 | %check %s --check-prefix GIVEN
// RUN: %unsafe -DUSAGE --sym-args 0-1x4 %s
// RUN: %safe "--scope=inputs up to 8" --entry length --sym-strings %s | %check %s --check-prefix ENTRY
// RUN: %safe "--scope=inputs up to 64" -DTARGET %s | %check %s --check-prefix TARGET
// RUN: %safe "--scope=no arguments, empty input, empty environment" -DALL %s
// A proof that rests on nothing of that kind has no such words.
// RUN: %safe -DNONE %s
// Counted as bounded where nothing may be left out.
// RUN: sh -c '%shrike verify --strict -DUSAGE %s; test $? = 5'
// RUN: %shrike verify --strict -DNONE %s
// RUN: %shrike reach -DUSAGE %s:50 2>&1 | %check %s --check-prefix REACH
// RUN: %shrike test -DALL %s --output %t/out 2>&1 | %check %s --check-prefix TEST
// RUN: %shrike verify -DUSAGE %s --json %t/a.json --sarif %t/a.sarif --junit %t/a.xml --html %t/a.html --witness %t/a.yml
// RUN: %valid sarif %t/a.sarif
// RUN: %valid junit %t/a.xml
// RUN: cat %t/a.json | %check %s --check-prefix JSON
// RUN: cat %t/a.sarif %t/a.xml %t/a.html | %check %s --check-prefix FILES
// RUN: not test -e %t/a.yml
// USAGE: for executions of any length with no arguments
// USAGE: try next: shrike verify --sym-args=0-2x4
// GIVEN: SAFE (these arguments)
// ENTRY: try next: shrike verify --sym-size=16
// TARGET: try next: shrike verify --fuzz-size=256
// REACH: UNREACHABLE (no arguments)
// TEST: COMPLETE (no arguments, empty input, empty environment)
// JSON: "outcome":"SAFE (no arguments)"
// JSON: "bounded":true,"scope":"no arguments"
// FILES: SAFE (no arguments)
// FILES: SAFE (no arguments)
// FILES: SAFE (no arguments)
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int length(const char *s) {
    int n = 0;
    while (s && s[n]) n++;
    return n;
}

#if defined USAGE
int main(int argc, char **argv) {
    char copy[4];
    if (argc < 2) return puts("usage: scope WORD"), 1;
    for (int i = 0; (copy[i] = argv[1][i]); i++)
        if (i >= 0 && argv[1][0] == 'x') {
            copy[i] = 'y';
        }
    return copy[0] == 'a';
}
#elif defined TARGET
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return size > 2 && data[2] == 'x'; }
#elif defined ALL
int main(int argc, char **argv) { return argc + (getchar() == 'x') + (getenv("HOME") != NULL) + !argv; }
#else /* NONE */
int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int() == 7; }
#endif
