/* the default action of a signal ends the program */
#include "common.h"
#include <signal.h>
int main(void) {
    write(1, "before\n", 7);
    printf("lost");
    raise(SIGTERM);
    puts("not here");
    return 0;
}
