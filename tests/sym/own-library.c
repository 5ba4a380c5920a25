// REQUIRES: shrike
/* Library functions of the program's own, and functions with names that the replay library uses: the native run confirms. */
// RUN: not %shrike verify %s 2>&1 | FileCheck %s
// CHECK: own-library.c:[[@LINE+8]]:{{.*}} error: error function 'reach_error' is called
// CHECK: {{^}}UNSAFE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int peek;

unsigned long strlen(const char *s) {
    int n = __VERIFIER_nondet_int();
    if (n == 77) reach_error();
    return n + (s == 0);
}
char *getenv(const char *name) { return (char *)name + 1; }
int take(int a) { return a + 1; }
void stop(void) {}
int skip(void) { return 3; }

int main(void) {
    stop();
    if (take(1) != 2 || skip() != 3 || peek || *getenv("abc") != 'b') return 2;
    return (int)strlen("abc");
}
