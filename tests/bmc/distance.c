// RUN: %safe --engine=bmc --no-confirm %s
// RUN: %unsafe --engine=bmc -DBAD %s
// The index is the difference of two pointers, one of which depends on the way. The constant
// of the sum is then the distance of two objects, which looks like the address of a third.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

static char small[3];
static char text[4];

#ifdef BAD
enum { ROOM = 3 };
#else
enum { ROOM = 4 };
#endif

int main(void) {
    char *out = malloc(ROOM);
    if (!out) return 0;
    small[0] = 1;
    for (int i = 0; i < 4; i++) text[i] = (char)__VERIFIER_nondet_uchar();
    char *end = text;
    if (text[0] == 'a') end = text + 1;
    if (text[1] == 'b') end = text + 2;
    if (text[2] == 'c') end = text + 3;
    out[end - text] = 1;
    free(out);
    return small[0] - 1;
}
