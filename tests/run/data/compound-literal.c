// RUN: %same %s
#include <stdio.h>

struct p { int x, y; };

static int sum(const int *a, int n) {
    int s = 0;
    while (n--) s += *a++;
    return s;
}
static int area(const struct p *p) { return p->x * p->y; }
static int *global = (int[]){4, 5, 6};

int main(void) {
    printf("%d\n", sum((int[]){1, 2, 3, 4}, 4));
    printf("%d\n", area(&(struct p){6, 7}));
    int *last = 0;
    for (int i = 0; i < 3; i++) {
        int *here = (int[2]){i, i * i};
        last = here;
        printf("%d ", last[1]);
    }
    global[1]++;
    printf("\n%d %d\n", sum(global, 3), ((struct p){.y = 9}).y);
    char *s = (char[]){"mutable"};
    s[0] = 'M';
    puts(s);
    return 0;
}
