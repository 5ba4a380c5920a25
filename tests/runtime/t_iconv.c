/* iconv.h: all pairs, with right and wrong text, in pieces and into little room */
#include "common.h"
#include <iconv.h>
#include <locale.h>

static const char *const names[] = {"ASCII", "ISO-8859-1", "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "utf-16", "UTF-32", "latin1", "us-ascii", "utf8"};

static int put(char *to, unsigned c, const char *name) {
    if (strstr(name, "32")) {
        for (int i = 0; i < 4; i++) to[strstr(name, "BE") ? 3 - i : i] = (char)(c >> 8 * i);
        return 4;
    }
    if (strstr(name, "16")) {
        unsigned units[2] = {c, 0};
        int n = c > 0xffff ? 2 : 1;
        if (n == 2) units[0] = 0xd800 + ((c - 0x10000) >> 10 & 0x3ff), units[1] = 0xdc00 + (c & 0x3ff);
        for (int i = 0; i < n; i++) to[2 * i + !strstr(name, "BE")] = (char)(units[i] >> 8), to[2 * i + !!strstr(name, "BE")] = (char)units[i];
        return 2 * n;
    }
    if (strcasecmp(name, "UTF-8") && strcasecmp(name, "UTF8")) return *to = (char)c, 1;
    if (c < 0x80) return *to = (char)c, 1;
    int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, c >>= 6) to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)((0xf0 << (4 - n)) | c);
    return n;
}

static unsigned character(void) {
    static const unsigned odd[] = {0, 0x7f, 0x80, 0xff, 0x100, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xfffe, 0xffff, 0x10000, 0x10ffff, 0x110000, 0x1fffff, 0xe0041};
    if (chance(60)) return 32 + pick(95);
    if (chance(30)) return odd[pick(COUNT(odd))];
    return chance(50) ? pick(0x300) : pick(0x110000);
}

/* A call with pieces of the right sizes only: what is behind them is not touched. */
static size_t call(iconv_t cd, const char *text, size_t n, size_t room) {
    char *in = malloc(n + 1), *out = malloc(room + 1), *p = in, *q = out;
    memcpy(in, text, n);
    size_t left = n, space = room;
    errno = 0;
    size_t result = iconv(cd, &p, &left, &q, &space);
    printf(" %d/%d %d %d ", (int)result, result == (size_t)-1 ? errno : 0, (int)(p - in), (int)(room - space));
    if (p != in + n - left || q != out + room - space) printf("odd ");
    show(out, (size_t)(q - out));
    free(in), free(out);
    return n - left;
}

static void convert(const char *to, const char *from) {
    char text[64];
    size_t n = 0, at = 0;
    for (unsigned k = pick(8); k > 0; k--) n += (size_t)put(text + n, character(), from);
    if (n > 0 && chance(30)) text[pick((unsigned)n)] = (char)next_word();
    if (n > 0 && chance(20)) n--;
    if (n > 4 && strlen(from) == 6) n = n & ~(size_t)3; /* whether a mark is expected after an error is not promised */
    iconv_t cd = iconv_open(to, from);
    printf("%s %s", to, from);
    for (int i = 0; i < 6 && at < n; i++) {
        size_t piece = chance(60) ? n - at : pick((unsigned)(n - at) + 1);
        at += call(cd, text + at, piece, chance(60) ? 60 : pick(9));
        if (strlen(from) == 6 && strchr(from, '-')) break;
        if (chance(10)) printf(" reset %d", (int)iconv(cd, NULL, NULL, NULL, NULL));
    }
    printf(" %d\n", iconv_close(cd));
}

static void marks(void) {
    iconv_t to = iconv_open("UTF-16", "UTF-8"), from = iconv_open("UTF-8", "UTF-16"), wide = iconv_open("UTF-8", "UTF-32");
    call(to, "", 0, 9), call(to, "ab", 2, 9), call(to, "c", 1, 9), puts("");
    iconv(to, NULL, NULL, NULL, NULL);
    call(to, "a", 1, 1), call(to, "a", 1, 2), call(to, "a", 1, 3), puts("");
    iconv(to, NULL, NULL, NULL, NULL);
    call(to, "\xff", 1, 9), call(to, "a", 1, 9), puts("");
    call(from, "\xff\xfe" "a\0", 4, 9), call(from, "\xff\xfe" "a\0", 4, 9), puts("");
    iconv(from, NULL, NULL, NULL, NULL);
    call(from, "\xfe\xff\0a", 4, 9), call(from, "\0b", 2, 9), puts("");
    iconv(from, NULL, NULL, NULL, NULL);
    call(from, "a\0", 2, 9), call(from, "\xfe\xff\0a", 4, 9), puts("");
    iconv(from, NULL, NULL, NULL, NULL);
    call(from, "\xfe", 1, 9), call(from, "\xfe\xff", 2, 9), call(from, "\0a", 2, 9), puts("");
    iconv(from, NULL, NULL, NULL, NULL);
    call(from, "", 0, 9), call(from, "\xfe\xff\0a", 4, 9), puts("");
    call(wide, "\xff\xfe\0\0" "a\0\0\0", 8, 9), puts("");
    iconv(wide, NULL, NULL, NULL, NULL);
    call(wide, "\0\0\xfe\xff\0\0\0a", 8, 9), call(wide, "\0\0\0a", 4, 9), puts("");
    iconv_close(to), iconv_close(from), iconv_close(wide);
}

int main(void) {
    for (int i = 0; i < 20000; i++) convert(names[pick(COUNT(names))], names[pick(COUNT(names))]);
    marks();
    printf("%d %d\n", (int)iconv((iconv_t)-1, NULL, NULL, NULL, NULL), errno);
    printf("%d %d\n", iconv_close((iconv_t)-1), errno);
    iconv_t lenient = iconv_open("ASCII//TRANSLIT", "UTF-8"), local = iconv_open("", "UTF-16LE");
    call(lenient, "plain", 5, 9), call(local, "a\0\xe4\0", 4, 9), puts("");
    setlocale(LC_ALL, "C.UTF-8");
    iconv_t other = iconv_open("", "UTF-16LE");
    call(other, "a\0\xe4\0", 4, 9), puts("");
    iconv_close(lenient), iconv_close(local), iconv_close(other);
    return 0;
}
