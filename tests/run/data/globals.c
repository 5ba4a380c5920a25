// RUN: %same %s
#include <stdio.h>

struct item { const char *name; int *target; int (*fn)(int); struct item *next; };

static int one = 1, two = 2;
static int twice(int x) { return 2 * x; }
static struct item items[3] = {
    {"a", &one, twice, &items[1]},
    {"b", &two, 0, &items[2]},
    {"c", (int *)&items[0].target + 0, twice, 0},
};
static int arr[10] = {1, 2, 3};
static int *mid = &arr[5], *past = arr + 10;
static char *text = "hello" + 1;
static long diff = (char *)&arr[3] - (char *)&arr[0];
static const double pi = 3.14159;
int tentative;
int tentative;
extern int later;
int use_later(void) { return later; }
int later = 99;

int main(void) {
    for (struct item *i = items; i; i = i->next)
        printf("%s %d\n", i->name, i->fn ? i->fn(3) : -1);
    *items[1].target += 40;
    mid[1] = 6;
    printf("%d %d %d %s %ld %g %d %d\n", two, arr[6], (int)(past - mid), text, diff, pi, tentative, use_later());
    static int counter = 5;
    {
        static int counter = 100;
        counter++;
        printf("%d ", counter);
    }
    printf("%d\n", counter);
    return 0;
}
