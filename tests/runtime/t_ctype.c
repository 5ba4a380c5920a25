/* ctype.h: values, macros and functions */
#include "common.h"
#include <ctype.h>
#include <wctype.h>

#define ALL(_)                                                                               \
    _(isalpha)                                                                               \
    _(isdigit)                                                                               \
    _(isalnum) _(isupper) _(islower) _(isxdigit) _(isspace) _(isblank) _(isprint) _(isgraph) \
        _(ispunct) _(iscntrl)

int main(void) {
    for (int c = -128; c < 256; c++) {
#define ONE(f) printf("%d %d ", f(c), (f)(c));
        ALL(ONE)
        printf("%d %d %d %d %d\n", tolower(c), toupper(c), (tolower)(c), (toupper)(c), isascii(c));
    }
    for (int c = 0; c < 128; c++)
        printf("%d%d%d%d%d%d%d %d %d\n", !!iswalpha(c), !!iswdigit(c), !!iswspace(c), !!iswpunct(c),
               !!iswprint(c), !!iswcntrl(c), !!iswctype(c, wctype("xdigit")), (int)towupper(c),
               (int)towlower(c));
    return 0;
}
