// RUN: %same %s
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    errno = 0;
    FILE *f = fopen("no/such/file", "r");
    printf("%d %d\n", f == NULL, errno == ENOENT);
    printf("%s\n", strerror(ENOENT));
    errno = 0;
    strtol("999999999999999999999", NULL, 10);
    printf("%d\n", errno == ERANGE);
    return 0;
}
