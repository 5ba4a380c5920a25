// RUN: %same -std=c99 %s
#include <stdio.h>

int main(void) {
    puts("main without return gives 0");
}
