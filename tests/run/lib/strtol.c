// RUN: %same %s
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *in[] = {"123", "  -42xyz", "0x1F", "0777", "z", "", "99999999999999999999", "-9223372036854775809", "+7"};
    for (unsigned i = 0; i < sizeof in / sizeof *in; i++) {
        char *end;
        errno = 0;
        long v = strtol(in[i], &end, 0);
        printf("%ld '%s' %d", v, end, errno == ERANGE);
        printf(" %ld %lu\n", strtol(in[i], NULL, 36), strtoul(in[i], NULL, 10));
    }
    printf("%d %ld %lld\n", atoi("-77 x"), atol("123456789012"), atoll("5"));
    char *end;
    printf("%g %g %g ", strtod("3.25e2abc", &end), strtod("-.5", NULL), atof("1e-3"));
    printf("'%s'\n", end);
    printf("%d %ld %d\n", abs(-3), labs(-4L), div(17, 5).rem);
    return 0;
}
