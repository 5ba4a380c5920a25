// RUN: env SHRIKE_TEST_VALUE=set %same %s
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *none = getenv("SHRIKE_TEST_NO_SUCH_THING");
    printf("%d\n", none == NULL);
    return 0;
}
