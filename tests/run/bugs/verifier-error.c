// RUN: %bug %s | %check %s
// REQUIRES: shrike
extern void __VERIFIER_error(void) __attribute__((noreturn));

int main(void) {
    int x = 3;
    if (x * x == 9)
        __VERIFIER_error();
    return 0;
}
// CHECK: verifier-error.c:8:9: error: {{.*}} [error-reached]
