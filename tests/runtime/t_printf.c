/* stdio.h: the printf family */
#include "common.h"
#include <locale.h>
#include <math.h>
#include <wchar.h>

static char out[5000];

static void result(int n, const char *fmt) {
    printf("%s: %d ", fmt, n);
    show(out, n < 0 ? 0 : n < 600 ? (size_t)n : 600);
    puts("");
}

/* "%[flags][width][.precision]" of one random conversion; stars take the next two arguments. */
static int stars, star[2];
static void random_spec(char *f, const char *length, char conversion) {
    static const char flags[] = "-+ #0'";
    *f++ = '%';
    for (unsigned n = pick(4); n > 0; n--) *f++ = pick_char(flags);
    stars = 0;
    if (chance(15)) {
        *f++ = '*';
        star[stars++] = (int)pick(50) - 25;
    } else if (chance(50))
        f += sprintf(f, "%u", 1 + pick(30));
    if (chance(50)) {
        *f++ = '.';
        if (chance(15)) {
            *f++ = '*';
            star[stars++] = (int)pick(30) - 6;
        } else if (chance(80))
            f += sprintf(f, "%u", pick(chance(90) ? 25 : 70));
    }
    while (*length) *f++ = *length++;
    *f++ = conversion;
    *f = 0;
}

#define CALL(arg)                                              \
    (stars == 0   ? snprintf(out, sizeof out, f, arg)          \
     : stars == 1 ? snprintf(out, sizeof out, f, star[0], arg) \
                  : snprintf(out, sizeof out, f, star[0], star[1], arg))

static void integers(void) {
    static const char *lengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t", "q", "L"};
    char f[80];
    for (int i = 0; i < 8000; i++) {
        unsigned l = pick(COUNT(lengths));
        random_spec(f, lengths[l], pick_char("diuoxXbB"));
        int64_t v = odd_integer();
        int n = l == 3   ? CALL((long)v)
                : l == 6 ? CALL((size_t)v)
                : l == 7 ? CALL((ptrdiff_t)v)
                : l >= 4 ? CALL((long long)v)
                         : CALL((int)v);
        result(n, f);
    }
}

static double odd_double(void) {
    union {
        uint64_t u;
        double d;
    } x = {next_word()};
    static const double fixed[] = {0.0,        -0.0,      1.0,     0.5,    1.5,
                                   2.5,        9.9999995, 99999.5, 1e15,   1e16,
                                   123456.789, 1e-5,      0.0001,  5e-324, 1.7976931348623157e308,
                                   INFINITY,   -INFINITY, NAN};
    switch (pick(4)) {
    case 0: return fixed[pick(COUNT(fixed))];
    case 1: return x.d;
    case 2: return (double)odd_integer() / 64;
    default: return (double)(int)pick(100000) / 1000 - 50;
    }
}

static void floats(void) {
    char f[80];
    for (int i = 0; i < 4000; i++) {
        int is_long = chance(25);
        random_spec(f, is_long ? "L" : chance(20) ? "l" : "", pick_char("eEfFgGaA"));
        volatile double d = odd_double(); /* no excess precision */
        result(is_long ? CALL((long double)d * 3) : CALL(d), f);
    }
}

static void texts(void) {
    char f[80], s[40];
    wchar_t w[40];
    for (int i = 0; i < 3000; i++) {
        random_text(s, 30, "abc \n%xyz");
        for (size_t k = 0; k < 40; k++) w[k] = (wchar_t)(k <= strlen(s) ? s[k] : 0);
        if (chance(5)) w[pick(5)] = chance(50) ? 0xe9 : 0x20ac;
        switch (pick(8)) {
        case 0:
            random_spec(f, "", 'c');
            result(CALL((int)pick(256)), f);
            break;
        case 1:
            random_spec(f, "l", 'c');
            result(CALL((wint_t)(chance(80) ? pick(128) : pick(3000))), f);
            break;
        case 2:
            random_spec(f, "l", 's');
            result(CALL(w), f);
            break;
        case 3:
            random_spec(f, "", 'S');
            result(CALL(w), f);
            break;
        case 4:
            random_spec(f, "", 'p');
            result(CALL((void *)(uintptr_t)(chance(30) ? 0 : (uint32_t)next_word())), f);
            break;
        case 5:
            random_spec(f, chance(20) ? "l" : "", 's');
            result(CALL((char *)NULL), f);
            break;
        default:
            random_spec(f, "", 's');
            result(CALL(s), f);
            break;
        }
    }
}

static void fixed(void) {
    int a = 0, n;
    signed char hh;
    short h;
    long l;
    long long ll;
    size_t z;
    intmax_t j;
#define T(...)                                      \
    do {                                            \
        errno = 0;                                  \
        n = snprintf(out, sizeof out, __VA_ARGS__); \
        result(n, "fixed");                         \
        if (n < 0) printf("errno %d\n", errno);     \
    } while (0)
    T("plain");
    T("%%");
    T("%5%");
    T("%-5%|");
    T("%");
    T("abc%");
    T("%l");
    T("%y");
    T("%-+ #0'12.34y|");
    T("%.y");
    T("%.0y");
    T("%.*y", 3);
    T("%5k");
    T("% k");
    T("%ly");
    T("%hhZ", 1);
    T("%2$s %1$s", "a", "b");
    T("%1$d %1$d %2$s", 5, "x");
    T("%2$*1$d|", 7, 42);
    T("%3$*1$.*2$f|", 10, 2, 3.14159);
    T("%1$s %3$d %2$g", "s", 2.5, 7);
    T("%2$lld %1$d", 1, 123456789012LL);
    T("%1$Lf %2$c", 1.25L, 'c');
    T("%4$d", 1, 2, 3, 4);
    T("%2$-*1$d|", -9, 3);
    T("%1$%");
    T("%3$.*2$s|%1$c", 'q', 3, "abcdef");
    T("abc%n def", &a);
    printf("%d\n", a);
    T("%5d%hhn%hn%ln%lln%zn%jn", 1, &hh, &h, &l, &ll, &z, &j);
    printf("%d %d %ld %lld %zu %jd\n", hh, h, l, ll, z, j);
    errno = ENOENT;
    n = snprintf(out, sizeof out, "%m|%20m|%-20m|%.3m");
    result(n, "m");
    T("%2147483648d", 1);
    T("%99999999999d", 1);
    T("%.2147483648d", 1);
    T("%*d", INT_MIN, 1);
    T("%.*d", -1, 0);
    T("%.d", 0);
    T("%#.o", 0);
    T("%#.0x", 0);
    T("%+.0d|% .0d", 0, 0);
    T("%0*d", -5, 3);
    T("%.-5d|", 3);
    T("%.-d|", 3);
    T("%00005d", 3);
    T("%- 5d|%+ 5d|% +5d", 1, 2, 3);
    T("%hhd %hhu %hd %hu", 300, 300, 70000, 70000);
    T("%hhx %ho %hhX", -1, -1, -1);
    T("%#b %#B %b %08b", 5, 5, 0, 3);
    T("%'d %'u %'f", 1234567, 1234567u, 1234567.5);
    T("%Id", 12);
    T("%Lf %La", 1.0L, 1.0L);
    T("%lf", 2.0);
    T("%s", "");
    T("%.0s|", "abc");
    T("%.3s|%.10s|", "abcdef", "abc");
    T("%10.2s|%-10.2s|", "abc", "abc");
    T("%05s|%05c|%-05s|", "ab", 'c', "d");
    T("%c%c%c", 0, 'a', 0);
    T("%5c|%-5c|", 'a', 'b');
    T("%.0c|", 'a');
    T("%ls|%.2ls|%5ls|", L"wide", L"wide", L"w");
    T("%lc%C", L'x', L'y');
    T("%p %p %20p|%-20p|%.20p|%020p|%+p|% p", NULL, (void *)0x1234, (void *)0x1234, (void *)0x1234,
      (void *)0x1234, (void *)0x1234, (void *)0x1234, (void *)0x1234);
    T("%.2p|%10p|", NULL, NULL);
    T("%.3s|%.6s|%.5s|%8s", NULL, NULL, NULL, NULL);
    T("%d %s %f %c %x", 1, "two", 3.0, '4', 5);
    T("%zd %zu %td %jd %ju", (ssize_t)-1, (size_t)1, (ptrdiff_t)-2, (intmax_t)-3, (uintmax_t)4);
    T("%.400f", 1.0 / 3);
    T("%500d", 7);
    T("%-500d|", 7);
    T("%0500.3f", 3.5);
    T("%e %g %G %F", 0.0, 1e100, 1e-100, INFINITY);
    T("%.0f %.0f %.0f %.0f", 0.5, 1.5, 2.5, 3.5);
    T("%#.0f %#g %#x %#o", 1.0, 1.0, 255, 8);
    T("%010f|%+010f|%-10f|% f", -1.5, 1.5, 1.5, 1.5);
    T("%05d|%05d|%5d|%-5d|%+d", -42, 42, -42, -42, 42);
    setlocale(LC_ALL, "C.UTF-8");
    T("%lc|%ls|%.3ls|%.4ls|%6ls|%-6ls|", 0x20ac, L"\xe9t\xe9", L"\xe9t\xe9", L"\xe9t\xe9",
      L"\x20ac", L"\x20ac");
    T("%lc", 0xd800);
    T("%.2ls|", L"\x20ac");
    setlocale(LC_ALL, "C");
    T("%lc", 0xe9);
    T("%ls", L"ab\xe9");
    T("%.2ls", L"ab\xe9");
}

static void sizes(void) {
    char b[16];
    for (size_t n = 0; n < 12; n++) {
        memset(b, '#', sizeof b);
        int k = snprintf(b, n, "%s-%d", "abcd", 12345);
        printf("%d ", k);
        show(b, sizeof b);
    }
    printf("%d\n", snprintf(NULL, 0, "%d %s", 12, "abc"));
    char *p = NULL;
    int k = asprintf(&p, "%s %0100d", "long", 7);
    printf("%d %s\n", k, p);
    free(p);
    printf("%d ", sprintf(b, "%d", 99));
    puts(b);
    k = printf("%5s|%-5s|\n", "a", "b");
    printf("%d\n", k);
    k = fprintf(stdout, "%s", "x\n");
    printf("%d\n", k);
    fflush(stdout);
    k = dprintf(1, "to %d %s\n", 1, "one");
    printf("%d\n", k);
    k = fprintf(stderr, "to %d %s\n", 2, "two");
    printf("%d\n", k);
    errno = 0;
    k = fprintf(stdin, "no");
    printf("%d %d\n", k, errno);
    errno = 0;
    k = dprintf(77, "no");
    printf("%d %d\n", k, errno);
}

int main(void) {
    fixed();
    sizes();
    integers();
    floats();
    texts();
    return 0;
}
