// RUN: %same %s
#include <stdio.h>

volatile int reg;
struct dev { volatile unsigned status : 4, mode : 4; volatile short data; };

int main(void) {
    for (int i = 0; i < 5; i++) reg += i;
    volatile struct dev d = {1, 2, 3};
    d.status |= 8;
    d.mode++;
    d.data = (short)(d.status * 100 + d.mode);
    volatile int *volatile p = &reg;
    *p = *p + 1;
    printf("%d %d\n", reg, d.data);
    return 0;
}
