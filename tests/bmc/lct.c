// RUN: %unsafe --engine=bmc %s | %check %s
// RUN: %safe --engine=bmc -DFINE %s
// RUN: %unsafe --engine=cdse %s | %check %s
// RUN: %safe --engine=cdse -DFINE %s
// Unsigned inputs of LCT, and those of 64 bits: each has all values of its type and no others.
#include <assert.h>
extern unsigned char lct_get_uchar(void);
extern unsigned short lct_get_ushort(void);
extern unsigned int lct_get_uint(void);
extern unsigned long lct_get_ulong(void);
extern long long lct_get_longlong(void);
extern unsigned long long lct_get_ulonglong(void);

int main(void) {
    int c = lct_get_uchar(), s = lct_get_ushort();
    unsigned i = lct_get_uint();
    unsigned long l = lct_get_ulong();
    long long q = lct_get_longlong();
    unsigned long long u = lct_get_ulonglong();
    assert(c >= 0 && c <= 255 && s >= 0 && s <= 65535);
    int way = (c == 255) + (s == 65535) + (i == 0xffffffffu) + (l == ~0ul) + (q == -1LL << 62) + (u == 1ull << 63);
#ifdef FINE
    assert(way <= 6);
#else
    // CHECK: lct.c:[[#@LINE+1]]:{{.*}}assertion failed
    assert(way < 6);
#endif
    return 0;
}
