// RUN: %same %s
#include <stdio.h>
#include <wchar.h>

static size_t wide_length(const wchar_t *s) {
    size_t n = 0;
    while (*s++) n++;
    return n;
}

int main(void) {
    wchar_t w[] = L"wide \u03b1\u03b2";
    printf("%zu %d %x %zu\n", wide_length(w), (int)sizeof(wchar_t), (unsigned)w[5], wcslen(w));
    unsigned short u16[] = u"\U0001F600";
    unsigned u32[] = U"\U0001F600";
    printf("%x %x %x %s\n", u16[0], u16[1], u32[0], u8"\u00fc");
    return 0;
}
