// RUN: %same %s
#include <stdio.h>
#include <time.h>

int main(void) {
    time_t now = time(NULL), again;
    time(&again);
    clock_t c = clock();
    printf("%d %d %d\n", now > 1000000000, again >= now, c >= 0);
    return 0;
}
