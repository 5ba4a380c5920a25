/* Functions of a line or two: getsubopt, those with a locale, those without locks, sets of signals */
#include "common.h"
#include <ctype.h>
#include <inttypes.h>
#include <locale.h>
#include <search.h>
#include <signal.h>
#include <wchar.h>
#include <wctype.h>

static void subopts(void) {
    char *const tokens[] = {"ro", "rw", "size", "", "name", NULL};
    for (int i = 0; i < 3000; i++) {
        static const char *pieces[] = {"ro", "rw", "size", "name", "other", ",", ",", "=", "=", "5", "r", "sizes", "x"};
        char text[80] = "", *at = text, *value;
        for (unsigned n = pick(8); n > 0; n--) strcat(text, pieces[pick(COUNT(pieces))]);
        printf("%s:", text);
        while (*at) {
            value = "untouched";
            int k = getsubopt(&at, tokens, &value);
            printf(" %d %s %d", k, value ? value : "-", (int)(at - text));
        }
        printf(" %d\n", getsubopt(&at, tokens, &value));
    }
}

static void classes(void) {
    locale_t l = newlocale(LC_ALL_MASK, "C", 0);
    for (wint_t c = 0; c < 128; c++)
        printf("%d%d%d%d%d%d%d%d%d%d%d%d %d %d\n", !!iswalnum_l(c, l), !!iswalpha_l(c, l), !!iswblank_l(c, l), !!iswcntrl_l(c, l), !!iswdigit_l(c, l),
               !!iswgraph_l(c, l), !!iswlower_l(c, l), !!iswprint_l(c, l), !!iswpunct_l(c, l), !!iswspace_l(c, l), !!iswupper_l(c, l), !!iswxdigit_l(c, l),
               (int)towlower_l(c, l), (int)towupper_l(c, l));
    printf("%d %d %d\n", !!iswctype_l('a', wctype_l("alpha", l), l), !!iswctype_l('1', wctype_l("alpha", l), l), wctype_l("none", l) == 0);
    printf("%d %d\n", (int)towctrans_l('a', wctrans_l("toupper", l), l), (int)towctrans_l('A', wctrans_l("tolower", l), l));
    static const char *words[] = {"abc", "ABC", "abd", "AB", "", "x"};
    for (size_t i = 0; i < COUNT(words); i++)
        for (size_t k = 0; k < COUNT(words); k++)
            printf("%d %d %d\n", sign(strcasecmp_l(words[i], words[k], l)), sign(strncasecmp_l(words[i], words[k], 2, l)), sign(strcoll_l(words[i], words[k], l)));
    char text[8] = "";
    printf("%d %s\n", (int)strxfrm_l(text, "word", sizeof text, l), text);
    printf("%d %d\n", sign(wcscasecmp_l(L"Ab", L"aB", l)), sign(wcsncasecmp_l(L"Abx", L"aBy", 3, l)));
    static const char *numbers[] = {"12", "-7x", "0x1f", "99999999999999999999", "-99999999999999999999", "zz", ""};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        char *end;
        errno = 0;
        printf("%ld %lld", strtol_l(numbers[i], &end, 0, l), strtoll_l(numbers[i], NULL, 0, l));
        printf(" %lu %llu %d %d\n", strtoul_l(numbers[i], NULL, 0, l), strtoull_l(numbers[i], NULL, 0, l), (int)(end - numbers[i]), errno);
    }
    wchar_t *wide_end;
    printf("%jd %jd\n", wcstoimax(L"-42z", &wide_end, 10), (intmax_t)wcstoumax(L"0x10", NULL, 16));
    printf("%ls %lld %llu\n", wide_end, wcstoq(L"5", NULL, 10), wcstouq(L"6", NULL, 10));
    freelocale(l);
}

static void streams(void) {
    FILE *f = fopen("wide", "w+");
    printf("%d %d %d\n", (int)fputwc_unlocked(L'a', f), (int)putwc_unlocked(L'b', f), fputws_unlocked(L"cd\nef", f));
    rewind(f);
    wchar_t line[10];
    printf("%d %d\n", (int)fgetwc_unlocked(f), (int)getwc_unlocked(f));
    printf("%d %d\n", fgetws_unlocked(line, 10, f) == line, (int)wcslen(line));
    fclose(f);
}

static void sets(void) {
    sigset_t a, b, c;
    sigemptyset(&a), sigemptyset(&b);
    printf("%d ", sigisemptyset(&a));
    sigaddset(&a, SIGINT), sigaddset(&a, SIGTERM), sigaddset(&b, SIGTERM), sigaddset(&b, SIGHUP);
    printf("%d %d:", sigisemptyset(&a), sigandset(&c, &a, &b));
    for (int s = 1; s < 65; s++) printf("%d", sigismember(&c, s));
    printf(" %d:", sigorset(&c, &a, &b));
    for (int s = 1; s < 65; s++) printf("%d", sigismember(&c, s));
    puts("");
}

static int order(const void *a, const void *b) { return strcmp(a, b); }
static void visit(const void *node, VISIT when, void *arg) {
    if (when == postorder || when == leaf) printf("%s%s", *(char *const *)node, (const char *)arg);
}
static void nothing(void *p) { (void)p; }

int main(void) {
    subopts();
    classes();
    streams();
    sets();
    void *root = NULL;
    for (const char *const *w = (const char *const[]){"pear", "apple", "fig", "lime", "date", NULL}; *w; w++) tsearch(*w, &root, order);
    twalk_r(root, visit, "; ");
    tdestroy(root, nothing);
    for (const char *s = "yYnN xqm"; *s; s++) printf("%d", rpmatch(s));
    puts("");
    return 0;
}
