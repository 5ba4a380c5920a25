/* Counting words and matching a pattern in text, byte by byte. */
#include "kernel.h"

static char text[20000];

static void fill(void) {
    static const char *const words[] = {"the", "shrike", "impales", "a", "bug", "on", "some", "thorn"};
    unsigned x = 7, at = 0;
    while (at + 10 < sizeof text) {
        x = x * 69069u + 1;
        const char *w = words[x >> 29];
        while (*w) text[at++] = *w++;
        text[at++] = ' ';
    }
    text[at] = '\0';
}

static int starts(const char *s, const char *with) {
    while (*with)
        if (*s++ != *with++) return 0;
    return 1;
}

static unsigned run(unsigned rounds) {
    unsigned hits = 0, words = 0;
    fill();
    for (unsigned r = 0; r < rounds; r++)
        for (const char *p = text; *p; p++) {
            words += *p == ' ';
            hits += (unsigned)starts(p, "bug");
        }
    return words * 3 + hits;
}

int main(int argc, char **argv) {
    return kernel_check(run(kernel_scale(argc, argv, 250)), run, 1, 12760);
}
