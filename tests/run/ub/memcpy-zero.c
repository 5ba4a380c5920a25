// RUN: %same --undefined %s
#include <stdio.h>
#include <string.h>

int main(void) {
    char *volatile null = 0;
    volatile size_t none = 0;
    memcpy(null, null, none);
    memset(null, 1, none);
    puts(null == 0 ? "still null" : "?");
    return memcmp(null, null, none);
}
