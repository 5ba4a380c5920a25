// RUN: %same %s
#include <stdio.h>

struct in { int x, y[3]; };
struct out { char c; struct in a[3]; struct { struct in deep; } anon; };

static int table[] = {[5] = 50, 60, [2] = 20, [8 ... 10] = 9};
static struct out g = {.a[1].y[2] = 7, .a = {[0] = {.x = 1}, [2].y = {4, 5, 6}}, .anon.deep.y[1] = 3};
static const char *names[] = {[2] = "two", [0] = "zero"};

int main(void) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++) printf("%d ", table[i]);
    printf("\n%d %d %d %d\n", g.a[0].x, g.a[1].y[2], g.a[2].y[1], g.anon.deep.y[1]);
    struct out l = {.anon = {.deep = {1, {2}}}, .c = 'q'};
    printf("%c %d %d %d\n", l.c, l.anon.deep.x, l.anon.deep.y[0], l.a[2].y[2]);
    printf("%s %s %d\n", names[0], names[2], names[1] == 0);
    int later[] = {1, 2, [0] = 3};
    printf("%d %d\n", later[0], (int)(sizeof later / sizeof *later));
    return 0;
}
