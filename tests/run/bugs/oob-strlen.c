// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <string.h>

int main(void) {
    char word[4];
    memcpy(word, "four", 4);
#ifdef FIXED
    word[3] = 0;
#endif
    return (int)strlen(word);
}
// CHECK: error: out-of-bounds read of 1 byte: {{.*}}4-byte {{.*}}word{{.*}} [out-of-bounds]
// CHECK: main at oob-strlen.c:11:17
