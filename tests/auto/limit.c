// RUN: not %shrike verify --engine=auto --timeout 2 %s > %t
// RUN: %check %s < %t
// CHECK: UNKNOWN
// Nobody inverts this in two seconds: the run ends in time, and says so.
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);

int main(void) {
    unsigned long h = __VERIFIER_nondet_ulong();
    for (int i = 0; i < 24; i++) {
        h = h * 0x9e3779b97f4a7c15UL + (h >> 29);
        h ^= h >> 31;
    }
    if (h == 4611685975477714963UL) reach_error();
    return 0;
}
