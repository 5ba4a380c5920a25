// RUN: %same %s
#include <stdio.h>

enum color { RED, GREEN = 5, BLUE };
enum big { HUGE = 0x1ffffffffL, SMALL = -1 };
enum __attribute__((packed)) tiny { A, B, C = 200 };

static const char *name(enum color c) {
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    return "none";
}

int main(void) {
    printf("%s %s %s\n", name(RED), name(6), name((enum color)77));
    printf("%d %d\n", (int)sizeof(enum big), (int)sizeof(enum tiny));
    enum tiny t = C;
    enum big b = SMALL;
    printf("%d %ld %ld\n", t, (long)b, (long)HUGE);
    return BLUE;
}
