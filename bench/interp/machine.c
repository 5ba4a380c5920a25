/* A state machine driven by a switch: a tokeniser over generated text. */
#include "kernel.h"

enum state { START, NUMBER, FRACTION, WORD, STRING, ESCAPE, COMMENT };
static char text[30000];

static void fill(void) {
    static const char *const parts[] = {"while (x1 < 23.5) ", "/* why */ ", "\"a \\\" b\" ", "return 42;\n"};
    unsigned x = 3, at = 0;
    while (at + 20 < sizeof text) {
        x = x * 69069u + 1;
        for (const char *p = parts[x >> 30]; *p; p++) text[at++] = *p;
    }
}

static int letter(int c) { return (c >= 'a' && c <= 'z') || c == '_'; }
static int digit(int c) { return c >= '0' && c <= '9'; }

static enum state begin(int c) {
    if (digit(c)) return NUMBER;
    if (letter(c)) return WORD;
    if (c == '"') return STRING;
    if (c == '/') return COMMENT;
    return START;
}

static unsigned run(unsigned rounds) {
    unsigned counts[7] = {0};
    fill();
    for (unsigned r = 0; r < rounds; r++) {
        enum state s = START;
        for (const char *p = text; *p; p++) {
            int c = *p;
            switch (s) {
            case START: s = begin(c); break;
            case NUMBER: s = c == '.' ? FRACTION : digit(c) ? NUMBER : begin(c); break;
            case FRACTION: s = digit(c) ? FRACTION : begin(c); break;
            case WORD: s = letter(c) || digit(c) ? WORD : begin(c); break;
            case STRING: s = c == '\\' ? ESCAPE : c == '"' ? START : STRING; break;
            case ESCAPE: s = STRING; break;
            case COMMENT: s = c == '/' ? START : COMMENT; break;
            }
            counts[s]++;
        }
    }
    unsigned sum = 0;
    for (int i = 0; i < 7; i++) sum = sum * 31 + counts[i];
    return sum;
}

int main(int argc, char **argv) {
    return kernel_check(run(kernel_scale(argc, argv, 120)), run, 1, 3905030685u);
}
