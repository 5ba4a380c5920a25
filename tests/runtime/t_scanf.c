/* stdio.h: the scanf family */
#include "common.h"
#include <locale.h>
#include <wchar.h>

static void integers(const char *in, const char *fmt) {
    long long v[3] = {-77, -77, -77};
    int n = -5, c = -9;
    char f[60];
    sprintf(f, "%s%%n", fmt);
    errno = 0;
    int k = sscanf(in, f, &v[0], &n);
    show(in, strlen(in));
    printf(" %s: %d %llx %d %d\n", f, k, (unsigned long long)v[0], n, errno);
}

static void random_integers(void) {
    static const char *lengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t", "q", "L"};
    for (int i = 0; i < 6000; i++) {
        char in[30], f[30], *p = f;
        random_text(in, chance(80) ? 10 : 28,
                    chance(50) ? "0123456789-+ " : "0123456789abcfxXn()il-+ \t\n");
        if (chance(10)) strcpy(in, "(nil)x");
        *p++ = '%';
        if (chance(30)) p += sprintf(p, "%u", 1 + pick(8));
        if (chance(10))
            strcpy(p, "p");
        else
            sprintf(p, "%s%c", lengths[pick(COUNT(lengths))], pick_char("diuoxXdi"));
        integers(in, f);
    }
}

static void random_floats(void) {
    for (int i = 0; i < 5000; i++) {
        char in[30], f[30], *p = f, rest[40] = "";
        random_text(in, 14, chance(60) ? "0123456789.eE+-" : "0123456789.eExXpPnaNAitfyIF+- ");
        if (chance(10))
            strcpy(in, (const char *[]){"inf", "infinity", "INFINI", "nan", "nano", "na", "-inf x",
                                        "+nan", "infi", "i", "n"}[pick(11)]);
        *p++ = '%';
        if (chance(30)) p += sprintf(p, "%u", 1 + pick(8));
        int l = (int)pick(3);
        sprintf(p, "%s%c%%n%%39c", l == 0 ? "" : l == 1 ? "l" : "L", pick_char("aefgEGFA"));
        float x = -7;
        double y = -7;
        long double z = -7;
        int n = -5;
        errno = 0;
        int k = l == 0   ? sscanf(in, f, &x, &n, rest)
                : l == 1 ? sscanf(in, f, &y, &n, rest)
                         : sscanf(in, f, &z, &n, rest);
        show(in, strlen(in));
        printf(" %s: %d %.9g %.17g %.20Lg %d [%s] %d\n", f, k, x, y, z, n, rest, errno);
    }
}

static void random_texts(void) {
    static const char *formats[] = {
        "%s",        "%5s",    "%c",     "%3c",        "%[abc]", "%[^abc]", "%[a-c]",
        "%4[^ ]",    "%[]a]",  "%[^]a]", "%[a-]",      "%[-a]",  "%[^-a]",  "%[c-a]",
        "%[a-c1-3]", " %c",    "%*s%s",  "%*[a]%s",    "x%s",    "%s%%",    "%%%s",
        "a b%s",     "%[\n ]", "%[^\n]", "%2[a]%*[b]", "%[abc",  "%"};
    for (int i = 0; i < 6000; i++) {
        char in[30], a[64], b[64], f[60];
        int n = -5;
        random_text(in, 20, chance(70) ? "abc123 -]\n%x" : "abc");
        memset(a, '#', sizeof a);
        memset(b, '#', sizeof b);
        sprintf(f, "%s%%n%s", formats[pick(COUNT(formats))], chance(40) ? "%s" : "");
        errno = 0;
        int k = sscanf(in, f, a, &n, b);
        show(in, strlen(in));
        printf(" %s: %d %d ", f, k, n);
        show(a, 25);
        show(b, 25);
        puts("");
    }
}

static void fixed(void) {
    int a = -1, b = -1, c = -1, n = -1, k;
    char s[50] = "", t[50] = "", *p = NULL, *q = NULL;
    double d = -1;
    float f = -1;
    wchar_t w[20] = {0};
#define T(in, ...)                                                                     \
    do {                                                                               \
        errno = 0;                                                                     \
        k = sscanf(in, __VA_ARGS__);                                                   \
        printf("%d: %d %d %d %d %s %s %g %g e%d\n", k, a, b, c, n, s, t, d, f, errno); \
        a = b = c = n = -1;                                                            \
        d = f = -1;                                                                    \
        s[0] = t[0] = 0;                                                               \
    } while (0)
    T("12 34 56", "%d%d%d", &a, &b, &c);
    T("", "%d", &a);
    T("   ", "%d", &a);
    T("x", "%d", &a);
    T("1", "%d%d", &a, &b);
    T("1x", "%d%d", &a, &b);
    T("1,2", "%d,%d", &a, &b);
    T("1 , 2", "%d,%d", &a, &b);
    T("1 , 2", "%d ,%d", &a, &b);
    T("abc", "abc%n", &n);
    T("abd", "abc%n", &n);
    T("", "abc");
    T("", "");
    T("x", "");
    T("", "%n", &n);
    T(" ", " %n", &n);
    T("   a", " %n", &n);
    T("a  ", "a %n", &n);
    T("5", "%*d%n", &n);
    T("", "%*d");
    T("5 6", "%*d%d", &a);
    T("1 2", "%2$d %1$d", &a, &b);
    T("a b 3", "%3$s %1$s %2$d", s, &a, t);
    T("7 8", "%1$d%n", &a, &n);
    T("12345", "%2d%3d", &a, &b);
    T("-12", "%1d%n", &a, &n);
    T("-12", "%2d%d", &a, &b);
    T("0x1f 0x", "%i %i", &a, &b);
    T("010 10", "%i %i", &a, &b);
    T("0x", "%x%n", &a, &n);
    T("0xg", "%x%n", &a, &n);
    T("0xg", "%i%c", &a, s);
    T("08", "%i%n", &a, &n);
    T("4294967295 99999999999", "%u %d", &a, &b);
    T("-1", "%u", &a);
    T("99999999999999999999", "%d", &a);
    T("3.5 1e3", "%lf%f", &d, &f);
    T("1e", "%lf%n", &d, &n);
    T("1ex", "%lf%1s", &d, s);
    T("1e+", "%lf%n", &d, &n);
    T(".", "%lf", &d);
    T("-.5", "%lf", &d);
    T("0x1.8p1z", "%lf%1s", &d, s);
    T("0x", "%lf%n", &d, &n);
    T("1.2.3", "%lf%lf", &d, &d);
    T("+", "%lf", &d);
    T("1e400", "%lf", &d);
    T("hello world", "%s%s", s, t);
    T("hello world", "%*s %s", s);
    T("a:b", "%[^:]:%s", s, t);
    T("key = value", "%49[^= ] = %49s", s, t);
    T("100%", "%d%%%n", &a, &n);
    T("100 %", "%d%%%n", &a, &n);
    T("(nil)", "%p", &p);
    T("word", "%ms", &p);
    printf("%s\n", p);
    free(p);
    p = NULL;
    T("abc def", "%m[a-c] %ms", &p, &q);
    printf("%s %s\n", p, q);
    free(p);
    free(q);
    T("xy", "%2mc", &p);
    printf("%.2s\n", p);
    free(p);
    {
        char big[400], *r = NULL;
        memset(big, 'z', 399);
        big[399] = 0;
        k = sscanf(big, "%ms", &r);
        printf("%d %zu\n", k, strlen(r));
        free(r);
    }
    T("wide", "%ls", w);
    printf("%ls\n", w);
    T("xyz", "%lc", w);
    printf("%lc\n", (wint_t)w[0]);
    T("abc1", "%l[a-z]", w);
    printf("%ls\n", w);
    T("\xc3\xa9", "%ls", w);
    setlocale(LC_ALL, "C.UTF-8");
    T("\xc3\xa9\xe2\x82\xac x", "%ls %s", w, s);
    printf("%x %x %x\n", w[0], w[1], w[2]);
    T("\xc3\xa9t", "%1ls%s", w, s);
    printf("%x\n", w[0]);
    T("\xc3", "%ls", w);
    setlocale(LC_ALL, "C");
    T("1 2 3", "%hhd %hd %d", (char *)s, (short *)t, &c);
    T("5", "%jd", (intmax_t *)s);
    T("12", "%q", &a);
    T("12", "%y", &a);
    T("1'234", "%'d", &a);
    T("123", "%0d", &a);
    T("2147483648", "%d", &a);
    T("a", "%d%n", &a, &n);
}

/* The same from a stream, where characters are pushed back and the rest is seen. */
static void streams(void) {
    FILE *f = fopen("scan.txt", "w+");
    fputs("10 20 abc 0x1F 3.25 xyz\n1e5q -inf nan(7)\n0x 12ab\n\n  tail", f);
    rewind(f);
    int a, b, k;
    char s[20];
    unsigned x;
    double d;
    k = fscanf(f, "%d%d", &a, &b);
    printf("%d %d %d %ld\n", k, a, b, ftell(f));
    k = fscanf(f, "%d", &a);
    printf("%d %ld\n", k, ftell(f));
    k = fscanf(f, "%19s %x %lf", s, &x, &d);
    printf("%d %s %x %g %ld\n", k, s, x, d, ftell(f));
    k = fscanf(f, "%lf", &d);
    printf("%d %c %ld\n", k, getc(f), ftell(f));
    k = fscanf(f, "%*[^\n]%lf", &d);
    printf("%d %g %c\n", k, d, getc(f));
    k = fscanf(f, "%lf", &d);
    printf("%d %g %ld\n", k, d, ftell(f));
    k = fscanf(f, "%lf", &d);
    printf("%d %g %c\n", k, d, getc(f));
    k = fscanf(f, "%*[^\n]\n");
    printf("%d %ld\n", k, ftell(f));
    k = fscanf(f, "%x%d", &x, &a);
    printf("%d %x %d %ld\n", k, x, a, ftell(f));
    k = fscanf(f, "%19s", s);
    printf("%d %s\n", k, s);
    k = fscanf(f, " %19s", s);
    printf("%d %s %d\n", k, s, feof(f));
    k = fscanf(f, "%d", &a);
    printf("%d %d %d\n", k, feof(f), ferror(f));
    fclose(f);
}

int main(void) {
    int a = 0;
    char s[30] = "";
    printf("%d ", scanf("%d", &a));
    printf("%d ", a);
    printf("%d ", scanf("%29s", s));
    printf("%s ", s);
    printf("%d ", scanf("%d", &a));
    printf("%d ", scanf("%*s%n", &a));
    printf("%d\n", a);
    while (scanf("%29s", s) == 1) printf("<%s>", s);
    puts("");
    fixed();
    streams();
    random_integers();
    random_floats();
    random_texts();
    return 0;
}
