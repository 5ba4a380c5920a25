/* wchar.h, wctype.h, locale.h */
#include "common.h"
#include <locale.h>
#include <langinfo.h>
#include <libintl.h>
#include <wchar.h>
#include <wctype.h>

static void multibyte(void) {
    for (int i = 0; i < 2000; i++) {
        char s[12];
        wchar_t w[12];
        mbstate_t st;
        unsigned n = 1 + pick(8);
        for (unsigned k = 0; k < n; k++)
            s[k] = (char)(chance(50)   ? 0x80 | pick(64)
                          : chance(50) ? 0xc0 | pick(64)
                                       : 1 + pick(127));
        s[n] = 0;
        memset(&st, 0, sizeof st);
        memset(w, 0, sizeof w);
        errno = 0;
        size_t k = mbrtowc(w, s, n, &st);
        printf("%zd %x %d %d ", k, w[0], errno, !!mbsinit(&st));
        printf("%d %d ", mbtowc(NULL, s, n), mblen(s, n));
        mbtowc(NULL, NULL, 0);
        errno = 0;
        size_t m = mbstowcs(w, s, 11);
        printf("%zd %zd ", m, mbstowcs(NULL, s, 0));
        const char *p = s;
        memset(&st, 0, sizeof st);
        errno = 0;
        m = mbsrtowcs(w, &p, 3, &st);
        printf("%zd %d %d\n", m, !p || m == (size_t)-1 ? -1 : (int)(p - s), errno);
        memset(&st, 0, sizeof st);
        for (unsigned j = 0; j < n; j++) {
            k = mbrtowc(w, s + j, 1, &st);
            printf("%zd ", k);
            if (k == (size_t)-1) break;
        }
        puts("");
    }
    for (int i = 0; i < 500; i++) {
        wchar_t c = (wchar_t)((uint32_t)next_word() >> pick(32));
        char b[20] = "";
        mbstate_t st;
        memset(&st, 0, sizeof st);
        int n = wctomb(b, c);
        printf("%x %d ", c, n);
        show(b, n > 0 ? (size_t)n : 0);
        wchar_t w[4] = {'a', c, 'b', 0};
        const wchar_t *p = w;
        memset(b, 0, sizeof b);
        printf("%zd ", wcstombs(b, w, 19));
        show(b, strlen(b));
        printf("%zd ", wcstombs(NULL, w, 0));
        memset(b, 0, sizeof b);
        size_t k = wcsrtombs(b, &p, 3, &st);
        printf("%zd %d ", k, p ? (int)(p - w) : -1);
        show(b, 4);
        printf("%d %d\n", btowc(i), wctob((wint_t)c));
    }
}

static void strings(void) {
    for (int i = 0; i < 500; i++) {
        wchar_t a[20], b[20], d[60];
        char t[20];
        random_text(t, 15, "abAB ");
        for (int k = 0; k < 20; k++) a[k] = (wchar_t)t[k < (int)strlen(t) ? k : (int)strlen(t)];
        random_text(t, 5, "abAB ");
        for (int k = 0; k < 20; k++) b[k] = (wchar_t)t[k < (int)strlen(t) ? k : (int)strlen(t)];
        size_t n = pick(10);
        printf("%zu %zu %d %d %d %d ", wcslen(a), wcsnlen(a, n), sign(wcscmp(a, b)),
               sign(wcsncmp(a, b, n)), sign(wcscasecmp(a, b)), sign(wmemcmp(a, b, 3)));
        wchar_t *p = wcschr(a, 'b'), *q = wcsrchr(a, 'b'), *r = wcsstr(a, b), *s = wcspbrk(a, b),
                *u = wmemchr(a, 'B', 10);
        printf("%d %d %d %d %d %zu %zu ", p ? (int)(p - a) : -1, q ? (int)(q - a) : -1,
               r ? (int)(r - a) : -1, s ? (int)(s - a) : -1, u ? (int)(u - a) : -1, wcsspn(a, b),
               wcscspn(a, b));
        wmemset(d, '#', 60);
        wcscpy(d, a);
        wcscat(d, b);
        wcsncat(d, a, n);
        printf("%ls ", d);
        wcsncpy(d, b, n);
        printf("%d %d ", (int)d[n], (int)(wcpcpy(d, a) - d));
        wchar_t *save;
        wcscpy(d, a);
        for (p = wcstok(d, L" A", &save); p; p = wcstok(NULL, L" A", &save)) printf("<%ls>", p);
        p = wcsdup(a);
        printf("%ls\n", p);
        free(p);
    }
    wchar_t *e;
    errno = 0;
    printf("%ld ", wcstol(L" -12x", &e, 10));
    printf("%ls %lu %lld %g\n", e, wcstoul(L"0xff", NULL, 0),
           wcstoll(L"99999999999999999999", NULL, 10), wcstod(L"2.5e3z", &e));
    printf("%ls %d\n", e, errno);
}

int main(void) {
    printf("%s %zu %s\n", setlocale(LC_ALL, NULL), MB_CUR_MAX, nl_langinfo(CODESET));
    multibyte();
    strings();
    printf("%s %zu\n", setlocale(LC_ALL, "C.UTF-8"), MB_CUR_MAX);
    printf("%s\n", nl_langinfo(CODESET));
    multibyte();
    printf("%s %s\n", setlocale(LC_CTYPE, "C"), setlocale(LC_ALL, NULL));
    printf("%s\n", setlocale(LC_ALL, "POSIX"));
    printf("%d %d\n", setlocale(LC_ALL, "xx_YY") == NULL, setlocale(99, "C") == NULL);
    setenv("LC_ALL", "C.UTF-8", 1);
    printf("%s\n", setlocale(LC_ALL, ""));
    setenv("LC_ALL", "xx", 1);
    printf("%d\n", setlocale(LC_ALL, "") == NULL);
    unsetenv("LC_ALL");
    setenv("LC_CTYPE", "C.utf8", 1);
    printf("%s\n", setlocale(LC_ALL, ""));
    printf("%s\n", setlocale(LC_CTYPE, NULL));
    setlocale(LC_ALL, "C");
    struct lconv *l = localeconv();
    printf("%s|%s|%s|%s|%d|%d|%d\n", l->decimal_point, l->thousands_sep, l->grouping,
           l->currency_symbol, l->frac_digits, l->p_sign_posn, l->int_n_cs_precedes);
    for (int i = 0; i < 14; i++) printf("%s ", nl_langinfo(ABDAY_1 + i));
    for (int i = 0; i < 24; i++) printf("%s ", nl_langinfo(ABMON_1 + i));
    static const int items[] = {RADIXCHAR, THOUSEP, D_FMT,    T_FMT,  D_T_FMT, T_FMT_AMPM,
                                YESEXPR,   NOEXPR,  CRNCYSTR, AM_STR, PM_STR,  ERA};
    for (size_t i = 0; i < COUNT(items); i++) printf("[%s]", nl_langinfo(items[i]));
    puts("");
    printf("%s %s %s %s %s\n", gettext("hello"), ngettext("one", "many", 1),
           ngettext("one", "many", 2), textdomain(NULL), textdomain("app"));
    return 0;
}
