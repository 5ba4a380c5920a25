/* stdlib.h and inttypes.h: text to numbers */
#include "common.h"
#include <inttypes.h>
#include <math.h>

static void integers(const char *s, int base) {
    char *end;
#define TRY(f, fmt) \
    errno = 0;      \
    end = NULL;     \
    printf(fmt " %d %d|", f(s, &end, base), end ? (int)(end - s) : -1, errno);
    printf("%s %d: ", s, base);
    TRY(strtol, "%ld")
    TRY(strtoul, "%lu")
    TRY(strtoll, "%lld") TRY(strtoull, "%llu") TRY(strtoimax, "%jd") TRY(strtoumax, "%ju") puts("");
}

static void floats(const char *s) {
    char *end;
    printf("%s: ", s);
    errno = 0;
    printf("%.17g", strtod(s, &end));
    printf(" %d %d|", (int)(end - s), errno);
    errno = 0;
    printf("%.9g", strtof(s, &end));
    printf(" %d %d|", (int)(end - s), errno);
    errno = 0;
    printf("%.21Lg", strtold(s, &end));
    printf(" %d %d|%g\n", (int)(end - s), errno, atof(s));
}

int main(void) {
    static const char *fixed[] = {"",
                                  " ",
                                  "-",
                                  "+",
                                  "0",
                                  "0x",
                                  "0xg",
                                  "-0x1f",
                                  " \t\n12",
                                  "08",
                                  "0b11",
                                  "9223372036854775807",
                                  "9223372036854775808",
                                  "-9223372036854775808",
                                  "-9223372036854775809",
                                  "18446744073709551615",
                                  "18446744073709551616",
                                  "-18446744073709551615",
                                  "-1",
                                  "2147483647",
                                  "2147483648",
                                  "-2147483648",
                                  "-2147483649",
                                  "4294967295",
                                  "4294967296",
                                  "zz",
                                  "ZZ",
                                  "7fffffff",
                                  "99999999999999999999999999",
                                  "0x0x1",
                                  "+-1",
                                  "--1",
                                  "1e5",
                                  "0x-1"};
    static const int bases[] = {0, 2, 3, 7, 8, 10, 16, 35, 36, 1, 37, -1};
    for (size_t i = 0; i < COUNT(fixed); i++)
        for (size_t j = 0; j < COUNT(bases); j++) integers(fixed[i], bases[j]);
    for (int i = 0; i < 4000; i++) {
        char s[40];
        random_text(s, chance(50) ? 8 : 35, chance(60) ? "0123456789" : "0123456789abcdefxXzZ+- ");
        integers(s, chance(40) ? 10 : (int)pick(37));
        printf("%d %ld %lld\n", strlen(s) < 9 ? atoi(s) : 0, atol(s), atoll(s));
    }
    static const char *numbers[] = {"",           "1",
                                    "-1.5",       ".5",
                                    "5.",         ".",
                                    "1e",         "1e+",
                                    "1e5",        "1e400",
                                    "-1e400",     "1e-400",
                                    "1e-310",     "1e-5000",
                                    "1e5000",     "inf",
                                    "INFINITY",   "-inf",
                                    "infinit",    "nan",
                                    "NAN(123)",   "nan(",
                                    "0x1p3",      "0x.8",
                                    "0x",         "0x1p",
                                    "0xp1",       "1e38",
                                    "1e39",       "1e-46",
                                    "0e500",      "0.0000e-999",
                                    "  12.25xyz", "123456789012345678901234567890",
                                    "4.9e-324",   "2.2250738585072014e-308",
                                    "1,5",        "+.e1"};
    for (size_t i = 0; i < COUNT(numbers); i++) floats(numbers[i]);
    for (int i = 0; i < 1500; i++) {
        char s[40];
        random_text(s, 15, chance(70) ? "0123456789.e+-" : "0123456789.eExXpPnaif+- ");
        floats(s);
    }
    printf("%d %ld %lld %jd\n", abs(-5), labs(-6L), llabs(-7LL), imaxabs(-8));
    for (int i = 0; i < 200; i++) {
        long long a = odd_integer(), b = odd_integer();
        if ((int)b == 0 || (int)b == -1) continue;
        div_t d = div((int)a, (int)b);
        ldiv_t l = ldiv((long)a, (long)(int)b);
        lldiv_t ll = lldiv(a, (int)b);
        printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
        printf("%s %ld\n", l64a((long)a), a64l(l64a((long)a)));
    }
    return 0;
}
