// Text that is an input: what it becomes, what is too long for its room, and what is no text.
// RUN: %unsafe -DROOM=4 -DWRONG='out[0] == (char)0xc3' --engine=explore %s 2>&1 | %check %s
// RUN: %unsafe -DROOM=4 -DWRONG='result && errno == EILSEQ' -DFROM='"ASCII"' --engine=explore -m32 %s 2>&1 | %check %s
// RUN: %unsafe -DROOM=1 -DWRONG='result && errno == E2BIG' --engine=explore %s 2>&1 | %check %s
// RUN: %unsafe -DROOM=4 -DWRONG='result && errno == EINVAL' -DFROM='"UTF-8"' --engine=explore %s 2>&1 | %check %s
// RUN: %safe -DROOM=4 -DWRONG='result || room == 4 || left' --engine=explore %s
// RUN: %safe -DROOM=4 -DWRONG='!result && (in[0] & 0x80) && !(in[0] & 0x40)' -DFROM='"utf-8"' --check=assert,memory,leak --engine=explore %s
// RUN: %safe -DROOM=8 -DWRONG='!result && (room || out[0] != in[0] || out[5] != 0)' -DFROM='"LATIN1"' -DTO='"UTF-32LE"' --engine=explore -m32 %s
// More room than there is, a conversion that is closed twice, none, and one that is not:
// RUN: %unsafe -DROOM=5 -DWRONG='room == 1' --engine=explore %s 2>&1 | %check %s --check-prefix=OVER
// RUN: %unsafe -DROOM=4 -DWRONG='iconv_close(cd)' --engine=explore %s 2>&1 | %check %s --check-prefix=CLOSED
// RUN: %unsafe -DROOM=4 -DWRONG='(cd = iconv_open(TO, FROM), 0)' --check=memory,leak --engine=explore %s 2>&1 | %check %s --check-prefix=LEAK
// RUN: %unsafe -DROOM=4 -DWRONG='(iconv_close(cd), cd = 0)' --engine=explore -m32 %s 2>&1 | %check %s --check-prefix=NONE
// RUN: %unknown -DROOM=4 -DWRONG=0 -DTO='"EBCDIC-US"' --engine=explore %s 2>&1 | %check %s --check-prefix=OTHER
#include <errno.h>
#include <iconv.h>
#include <klee/klee.h>
#ifndef FROM
#define FROM "ISO-8859-1"
#endif
#ifndef TO
#define TO "UTF-8"
#endif
void reach_error(void);
int main(void) {
    char in[2], out[ROOM < 5 ? ROOM : ROOM == 5 ? 3 : ROOM], *p = in, *q = out;
    size_t left = sizeof in, room = ROOM;
    klee_make_symbolic(in, sizeof in, "in");
    iconv_t cd = iconv_open(TO, FROM);
    if (cd == (iconv_t)-1) return 1;
    errno = 0;
    // OVER: iconv.c:[[#@LINE+1]]:{{.*}} error: out-of-bounds write
    size_t result = iconv(cd, &p, &left, &q, &room);
    // CHECK: error function 'reach_error' is called
    // CLOSED: second free
    // NONE: null pointer
    // LEAK: never freed
    // OTHER: character sets other than
    if (WRONG) reach_error();
    iconv_close(cd);
    return 0;
}
