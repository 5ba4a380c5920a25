/* strptime, wide streams, search.h, odds and ends */
#include "common.h"
#include <arpa/inet.h>
#include <libgen.h>
#include <locale.h>
#include <search.h>
#include <time.h>
#include <wchar.h>

static void times(void) {
    static const char *cases[][2] = {{"2024-02-29", "%Y-%m-%d"},
                                     {"2024-02-29 13:45:59", "%F %T"},
                                     {"Mon Jan  5 2015", "%a %b %d %Y"},
                                     {"31/12/99", "%d/%m/%y"},
                                     {"1/2/68", "%D"},
                                     {"12:30 PM", "%I:%M %p"},
                                     {"12:30 am", "%I:%M %p"},
                                     {"11 pm", "%l %P"},
                                     {"60 2001", "%j %Y"},
                                     {"366 2000", "%j %Y"},
                                     {"10:20", "%R"},
                                     {"bad", "%Y"},
                                     {"2024-13-01", "%F"},
                                     {"  7", "%d"},
                                     {"1000000000", "%s"},
                                     {"+0530", "%z"},
                                     {"-02:30", "%z"},
                                     {"Z", "%z"},
                                     {"January", "%b"},
                                     {"monday", "%A"},
                                     {"MON", "%a"},
                                     {"19 75", "%C %y"},
                                     {"20", "%C"},
                                     {"5%", "%d%%"},
                                     {"3", "%u"},
                                     {"Tue Mar  4 05:06:07 1997", "%c"},
                                     {"abc2001", "abc%Y"},
                                     {"2001 rest", "%Y"},
                                     {"", "%d"},
                                     {"12", "%H%M"},
                                     {"1234", "%H%M"},
                                     {"9:05:03 PM", "%r"},
                                     {"2000-1-1T1:2:3", "%Y-%m-%dT%H:%M:%S"},
                                     {"61", "%S"},
                                     {"62", "%S"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct tm t;
        memset(&t, 0, sizeof t);
        char *end = strptime(cases[i][0], cases[i][1], &t);
        printf("%s %s: ", cases[i][0], cases[i][1]);
        if (!end) {
            puts("none");
            continue;
        }
        printf("%d %d-%d-%d %d:%d:%d %d %d %ld\n", (int)(end - cases[i][0]), t.tm_year, t.tm_mon,
               t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday, t.tm_gmtoff);
    }
}

static void wide(void) {
    wchar_t b[60];
    int k = swprintf(b, 60, L"%d %s %ls %5.2f|%c|%lc", 42, "narrow", L"wide", 3.14159, 'x', L'y');
    printf("%d %ls\n", k, b);
    k = swprintf(b, 5, L"%d", 1234567);
    printf("%d\n", k);
    k = swprintf(b, 8, L"%d", 1234567);
    printf("%d %ls\n", k, b);
    FILE *f = fopen("w.txt", "w+");
    printf("%d ", fwide(f, 0));
    k = fwprintf(f, L"line %d\n", 1);
    fputws(L"second\nthird", f);
    fputwc(L'!', f);
    printf("%d %d\n", k, fwide(f, 0));
    rewind(f);
    while (fgetws(b, 60, f)) printf("[%ls]", b);
    rewind(f);
    wint_t c = fgetwc(f);
    ungetwc(c, f);
    printf("%lc %d %d\n", fgetwc(f), feof(f), (int)fgetwc(f));
    fclose(f);
    int v = 0;
    char word[20] = "";
    printf("%d ", swscanf(L"12 abc wide", L"%d %s %ls", &v, word, b));
    printf("%d %s %ls\n", v, word, b);
    f = fopen("w2.txt", "w");
    fputs("bytes", f);
    printf("%d\n", fwide(f, 0) < 0);
    fclose(f);
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }
static void visit(const void *n, VISIT v, int depth) {
    if (v == postorder || v == leaf) printf("%s ", *(char *const *)n);
}

static void search(void) {
    static const char *words[] = {"m", "c", "x", "a", "f", "q", "z", "b", "m", "c"};
    void *root = NULL;
    for (size_t i = 0; i < COUNT(words); i++)
        printf("%s ", *(char **)tsearch(words[i], &root, compare));
    twalk(root, visit);
    printf("%d %d ", tfind("f", &root, compare) != NULL, tfind("g", &root, compare) != NULL);
    printf("%d %d ", tdelete("c", &root, compare) != NULL, tdelete("none", &root, compare) != NULL);
    tdelete("m", &root, compare);
    tdelete("z", &root, compare);
    twalk(root, visit);
    puts("");
    printf("%d ", hcreate(20));
    for (size_t i = 0; i < 8; i++) {
        ENTRY e = {(char *)words[i], (void *)i};
        hsearch(e, ENTER);
    }
    for (size_t i = 0; i < COUNT(words); i++) {
        ENTRY e = {(char *)words[i], NULL}, *r = hsearch(e, FIND);
        printf("%d ", r ? (int)(intptr_t)r->data : -1);
    }
    ENTRY none = {"none", NULL};
    printf("%d\n", hsearch(none, FIND) == NULL);
    hdestroy();
}

int main(void) {
    times();
    wide();
    search();
    printf("%x %x %x %x\n", htonl(0x01020304), ntohl(0xff), htons(0x1234), ntohs(0x80));
    void *p = NULL;
    printf("%d %d %d\n", posix_memalign(&p, 64, 100), (int)((uintptr_t)p % 64),
           posix_memalign(&p, 3, 8));
    errno = 0;
    printf("%d %d\n", reallocarray(NULL, SIZE_MAX / 2, 3) == NULL, errno);
    return 0;
}
