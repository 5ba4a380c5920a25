// RUN: %bug -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %bug -DCASE=2 %s | %check --check-prefix=TWO %s
// RUN: %bug -DCASE=3 %s | %check --check-prefix=THREE %s
// RUN: %bug -DCASE=4 %s | %check --check-prefix=FOUR %s
// RUN: %bug -DCASE=5 %s | %check --check-prefix=FIVE %s
// RUN: %bug -m32 -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %same -DCASE=6 %s
// Without the check these stay inside of their objects.
// RUN: %shrike run --check=memory -DCASE=1 %s
// REQUIRES: shrike
struct pair { int a[4]; int b; };
static struct pair g;
static int m[3][4];

int main(void) {
    volatile int i = 4, n = 2;
    struct pair s = {{0}, 1};
    (void)s;
#if CASE == 1
    return s.a[i] == 7;
#elif CASE == 2
    return m[1][i];
#elif CASE == 3
    g.a[4] = 1;
    return 0;
#elif CASE == 4
    struct pair *p = &g;
    return p->a[i - 5];
#elif CASE == 5
    int v[n][n];
    v[0][n] = 1;
    return 0;
#else
    /* The end of an array has an address; a row is passed where its declaration is not seen. */
    int *p = &m[0][0], sum = 0, v[n][n];
    for (int *q = s.a; q != &s.a[4]; q++) sum += *q;
    for (int k = 0; k < 12; k++) sum += p[k];
    v[n - 1][n - 1] = s.a[i - 1] + m[n][i - 1];
    return sum + v[n - 1][n - 1] + (int)(s.a + 4 - s.a) - 4;
#endif
}
// ONE: index-member.c:20:12: error: index 4 is outside of the array: it must be less than 4 [index-out-of-range]
// TWO: index-member.c:22:12: error: index 4 {{.*}} [index-out-of-range]
// THREE: index-member.c:24:12: error: index 4 {{.*}} [index-out-of-range]
// FOUR: index-member.c:28:12: error: index -1 {{.*}} [index-out-of-range]
// FIVE: index-member.c:31:13: error: index 2 {{.*}} it must be less than 2 [index-out-of-range]
