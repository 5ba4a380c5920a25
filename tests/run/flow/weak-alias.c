// RUN: %same %s
#include <stdio.h>

__attribute__((weak)) int hook(void);
__attribute__((weak)) int with_default(void) { return 1; }
static int target(int x) { return x * 3; }
int other_name(int x) __attribute__((alias("target")));
int value = 5;
extern int same_value __attribute__((alias("value")));
extern int missing __attribute__((weak));

int main(void) {
    printf("%d %d %d\n", hook ? hook() : -1, with_default(), other_name(7));
    same_value++;
    printf("%d %d %d\n", value, &same_value == &value, &missing == 0);
    return 0;
}
