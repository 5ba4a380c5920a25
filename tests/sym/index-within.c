// RUN: %unsafe -DWAY=1 %s | %check %s
// RUN: %unsafe -DWAY=3 %s | %check %s
// RUN: %unsafe -DWAY=5 %s | %check %s
// RUN: %unsafe -DWAY=6 %s | %check %s
// RUN: %verdict SAFE -DWAY=0 %s
// CHECK: error: index 8 is outside of the array
// Indexes that need no check, and neighbours of theirs that do: nothing but the check sees that they leave their array.
unsigned __VERIFIER_nondet_uint(void);
struct table {
    int first[8], second[8], bytes[256];
} t;

static int sum(void) {
    unsigned in = __VERIFIER_nondet_uint();
    int s = 0;
    for (int i = 0; i < 8; i++) s += t.first[i] + t.second[7 - i];
    for (unsigned i = 2; i <= 6; i += 4) s += t.first[i];
    for (int i = 0; i != 8; i++) s += t.first[i];
    s += t.first[in & 7] + t.first[in % 8] + t.bytes[(unsigned char)in];
#if WAY == 1 // it is left only behind the last one
    for (int i = 0; i <= 8; i++) s += t.first[i];
#elif WAY == 2 // used behind the loop
    int i;
    for (i = 0; i < 8; i++) s++;
    s += t.first[i];
#elif WAY == 3
    s += t.first[in & 8];
#elif WAY == 4
    s += t.first[in % 9];
#elif WAY == 5 // a step that goes on before the test
    for (int i = 0; i < 8;) {
        i += 2;
        s += t.first[i];
    }
#elif WAY == 6 // entered from elsewhere
    int i = 0;
    if (in == 5) { i = 8; goto inside; }
    for (i = 0; i < 8; i++) {
    inside:
        s += t.first[i];
    }
#endif
    return s;
}

int main(void) { return sum() == 0; }
