// RUN: %same %s
// RUN: %same -m32 %s
// A small LZ77: compress, expand, compare.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t compress(const unsigned char *in, size_t n, unsigned char *out) {
    size_t o = 0;
    for (size_t i = 0; i < n;) {
        size_t best = 0, from = 0;
        for (size_t back = 1; back <= 255 && back <= i; back++) {
            size_t len = 0;
            while (len < 255 && i + len < n && in[i + len] == in[i + len - back]) len++;
            if (len > best) best = len, from = back;
        }
        if (best >= 4) {
            out[o++] = 1;
            out[o++] = (unsigned char)from;
            out[o++] = (unsigned char)best;
            i += best;
        } else {
            out[o++] = 0;
            out[o++] = in[i++];
        }
    }
    return o;
}

static size_t expand(const unsigned char *in, size_t n, unsigned char *out) {
    size_t o = 0;
    for (size_t i = 0; i < n;) {
        if (in[i++]) {
            size_t from = in[i++], len = in[i++];
            for (; len--; o++) out[o] = out[o - from];
        } else {
            out[o++] = in[i++];
        }
    }
    return o;
}

int main(void) {
    const char *text = "abracadabra abracadabra! aaaaaaaaaaaaaaaaaaaaaaaaaa the end, the end, the end.";
    size_t n = strlen(text);
    unsigned char *packed = malloc(2 * n), *back = malloc(n + 1);
    size_t size = compress((const unsigned char *)text, n, packed), again = expand(packed, size, back);
    back[again] = 0;
    printf("%zu -> %zu -> %zu\n%s\n", n, size, again, (char *)back);
    int same = again == n && !memcmp(back, text, n);
    free(packed);
    free(back);
    return !same;
}
