// RUN: %same %s
#include <stdio.h>

static const short squares[4][4] = {{0, 1, 4, 9}, {16, 25, 36, 49}, {64, 81}, {[3] = 225}};
static const char *const days[] = {"mon", "tue", "wed"};
static const struct { unsigned code; const char *text; } errors[] = {{404, "lost"}, {500, "broken"}, {0, NULL}};
static const double weights[] = {0.5, 0.25, 0.125};

int main(int argc, char **argv) {
    (void)argv;
    printf("%d %d %d\n", squares[1][argc], squares[2][3], squares[3][3]);
    for (int i = 0; errors[i].text; i++) printf("%u=%s ", errors[i].code, errors[i].text);
    printf("%s %c %g\n", days[argc], days[2][1], weights[argc] + weights[2]);
    return 0;
}
