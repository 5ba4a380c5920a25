// Inputs become longer than the seed: a file, standard input, the buffer of a fuzzer's target.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t && printf 'ab' > %t/seed
// RUN: not %shrike fuzz --stop-on-first --seeds %t/seed --output %t/a %s -- @@ > %t/log 2>&1
// RUN: %check %s < %t/log
// RUN: not %shrike fuzz --stop-on-first -DINPUT=stdin --seeds %t/seed --output %t/b %s > %t/log 2>&1
// RUN: %check %s < %t/log
// RUN: not %shrike fuzz --stop-on-first -DTARGET --seeds %t/seed --output %t/c %s > %t/log 2>&1
// RUN: %check %s < %t/log
// Random changes are not needed for the latter two.
// RUN: not %shrike fuzz --no-mutate --stop-on-first -DTARGET --seeds %t/seed --output %t/d %s > %t/log 2>&1
// RUN: %check %s < %t/log
// RUN: find %t/a %t/b %t/c %t/d -name 'crash-*' -size -9c > %t/small && not grep -q . %t/small
#include <assert.h>
#include <stdint.h>
#include <stdio.h>

#ifndef INPUT
#define INPUT fopen(argv[1], "rb")
#endif

static void parse(const unsigned char *b, size_t n) {
    if (n < 9 || b[0] != 'L') return;
    // CHECK: grow.c:[[#@LINE+1]]:{{.*}}assertion failed
    assert(b[8] != '!');
}

#ifdef TARGET
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    parse(data, size);
    return 0;
}
#else
int main(int argc, char **argv) {
    unsigned char b[40];
    (void)argc, (void)argv;
    FILE *f = INPUT;
    if (!f) return 1;
    parse(b, fread(b, 1, sizeof b, f));
    return 0;
}
#endif
// CHECK: 1 errors (1 confirmed)
