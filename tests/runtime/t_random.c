/* stdlib.h: sequences of random numbers */
#include "common.h"

static void some(void) {
    for (int i = 0; i < 100; i++) printf("%d %ld ", rand(), random());
    puts("");
}

int main(void) {
    some();
    static const unsigned seeds[] = {0, 1, 2, 42, 12345, 2147483647u, 2147483648u, 4294967295u};
    for (size_t i = 0; i < COUNT(seeds); i++) {
        srand(seeds[i]);
        some();
        srandom(seeds[i] + 7);
        some();
    }
    for (size_t n = 8; n <= 256; n += n < 64 ? 8 : 64) {
        static int32_t state[6][64];
        static int k;
        char *old = initstate((unsigned)n, (char *)state[k % 6], n);
        some();
        printf("%d\n", setstate(old) == (char *)state[k % 6]);
        some();
        setstate((char *)state[k++ % 6]);
        some();
    }
    char tiny[4];
    errno = 0;
    printf("%p %d\n", initstate(1, tiny, 4), errno);
    for (unsigned s = 0; s < 50; s++) {
        unsigned x = s * 77777;
        printf("%d ", rand_r(&x));
        printf("%d %u\n", rand_r(&x), x);
    }
    struct random_data d;
    int32_t r;
    char buf[128];
    memset(&d, 0, sizeof d);
    memset(buf, 0, sizeof buf);
    initstate_r(5, buf, sizeof buf, &d);
    for (int i = 0; i < 50; i++) {
        random_r(&d, &r);
        printf("%d ", r);
    }
    srandom_r(9, &d);
    for (int i = 0; i < 50; i++) {
        random_r(&d, &r);
        printf("%d ", r);
    }
    puts("");
    printf("%.17g %ld %ld\n", drand48(), lrand48(), mrand48());
    for (long s = -3; s < 40; s += 7) {
        srand48(s * 1000003);
        for (int i = 0; i < 20; i++) printf("%.17g %ld %ld ", drand48(), lrand48(), mrand48());
        puts("");
    }
    unsigned short x[3] = {1, 2, 3}, *old;
    for (int i = 0; i < 20; i++) printf("%.17g %ld %ld ", erand48(x), nrand48(x), jrand48(x));
    old = seed48(x);
    printf("%d %d %d\n", old[0], old[1], old[2]);
    unsigned short p[7] = {9, 8, 7, 6, 5, 4, 3};
    lcong48(p);
    for (int i = 0; i < 20; i++) printf("%.17g %ld %ld ", drand48(), lrand48(), mrand48());
    struct drand48_data dd;
    double v;
    long l;
    srand48_r(77, &dd);
    drand48_r(&dd, &v);
    lrand48_r(&dd, &l);
    printf("%.17g %ld\n", v, l);
    return 0;
}
