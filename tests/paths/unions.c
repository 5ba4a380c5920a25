/* unions: bytes of a word, tagged values */
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
union word { uint32_t w; uint8_t b[4]; uint16_t h[2]; };
struct value { int tag; union { int i; const char *s; } u; };
static int weight(struct value v) {
    if (v.tag == 0) return v.u.i;
    return v.u.s[0];
}
int main(void) {
    union word w = {__VERIFIER_nondet_uint()};
    if (w.b[0] > w.b[3]) w.h[0] ^= 0xffff;
    if (w.h[1] == 0x1234) return 1;
    struct value v = {w.b[1] & 1, {0}};
    if (v.tag) v.u.s = "text";
    else v.u.i = w.b[2];
    return weight(v) == 't' ? 2 : weight(v) > 100 ? 3 : 4;
}
