// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#ifdef FIXED
#define STORAGE static
#else
#define STORAGE
#endif

static int *leak_local(void) {
    STORAGE int local = 3;
    int *p = &local;
    return p;
}

int main(void) {
    int *p = leak_local();
    return *p - 3;
}
// CHECK: use-after-return.c:17:12: error: {{.*}}read of 4 bytes{{.*}}local{{.*}} [use-after-scope]
// CHECK: in main at use-after-return.c:17:12
