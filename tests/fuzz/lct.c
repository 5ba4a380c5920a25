// Inputs of LCT: a random first run, then the branches not taken, to the end.
// RUN: %unsafe --engine=concolic %s | %check %s
// RUN: %safe --engine=concolic -DFINE %s
// RUN: %unsafe --engine=concolic --seed 7 %s | %check %s
// RUN: rm -rf %t && mkdir %t
// RUN: not %shrike fuzz --output %t/out %s > %t/log 2>&1
// RUN: %check %s --check-prefix=FUZZ < %t/log
#include <assert.h>
extern int lct_get_int(void);
extern long lct_get_long(void);
extern short lct_get_short(void);
extern char lct_get_char(void);
extern signed char lct_get_byte(void);
extern _Bool lct_get_bool(void);

int main(void) {
    int i = lct_get_int(), way = 0;
    long l = lct_get_long();
    short s = lct_get_short();
    char c = lct_get_char();
    signed char b = lct_get_byte();
    long u = lct_get_long();
    if (i == 2 * s + 7) way++;
    if (l > 0x123456789L && l < 0x12345678cL) way++;
    if (c == 'q' && b < -100) way++;
    if (u % 1000 == 999 && lct_get_bool()) way++;
#ifdef FINE
    assert(way <= 4);
#else
    // CHECK: lct.c:[[#@LINE+2]]:{{.*}}assertion failed
    // FUZZ: lct.c:[[#@LINE+1]]:{{.*}}assertion failed
    assert(way < 4);
#endif
    return 0;
}
// FUZZ: 1 errors (1 confirmed)
