// RUN: %bug --unseen %s | %check %s
// RUN: %same -DFIXED %s
void reach_error(void) { }

static void verifier_assert(int cond) {
    if (!cond) {
ERROR:
        reach_error();
    }
}

int main(void) {
    unsigned x = 0;
    while (x < 10) x += 2;
#ifdef FIXED
    verifier_assert(x % 2 == 0);
#else
    verifier_assert(x % 2);
#endif
    return 0;
}
// CHECK: reach-error.c:8:9: error: {{.*}} [error-reached]
// CHECK: in verifier_assert at reach-error.c:8:9
// CHECK-NEXT: called from main at reach-error.c:18:5
