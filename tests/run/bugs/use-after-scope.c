// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
int main(void) {
    int *p = 0;
#ifdef FIXED
    int x;
#endif
    {
#ifndef FIXED
        int x;
#endif
        x = 5;
        p = &x;
    }
    return *p - 5;
}
// CHECK: use-after-scope.c:15:12: error: {{.*}}read{{.*}} [use-after-scope]
