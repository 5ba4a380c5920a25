// RUN: %same %s
#include <stdio.h>

static _Thread_local int counter = 7;
__thread char name[8] = "main";
_Thread_local int *self = 0;

static int next(void) {
    static _Thread_local int n = 100;
    return ++n;
}

int main(void) {
    counter += next();
    self = &counter;
    *self += next();
    name[0] = 'M';
    printf("%d %s\n", counter, name);
    return 0;
}
