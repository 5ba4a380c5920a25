// RUN: %bug --unseen --check=uninit %s | %check %s
// RUN: %same --check=uninit -DFIXED %s
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    int flag;
#ifdef FIXED
    flag = 0;
#endif
    if (argc > 3) flag = 1;
    if (flag) puts("set");
    return 0;
}
// CHECK: uninit-branch.c:12:9: error: {{.*}}flag{{.*}} [uninitialised-read]
