// RUN: not %shrike verify --timeout 2 %s > %t
// RUN: %check %s < %t
// CHECK: UNKNOWN
// RUN: %engines kill verify --timeout 5 %s | %check %s --check-prefix KILL
// KILL: ended with signal 9; the others go on
// KILL: ended with signal 9; the others go on
// KILL: not decided by any engine
// KILL: UNKNOWN
// KILL-NEXT: status 20
// RUN: %engines kill-all verify --timeout 9 %s | %check %s --check-prefix ALL
// ALL: no engine completed its search
// ALL: not decided by any engine
// ALL: UNKNOWN
// ALL-NEXT: status 20
// RUN: %engines orphan verify --timeout 5 %s
// RUN: %engines interrupt verify %s | %check %s --check-prefix SIGNAL
// RUN: %engines terminate verify %s | %check %s --check-prefix SIGNAL
// SIGNAL: UNKNOWN
// SIGNAL-NEXT: status 20
// Nobody inverts this in seconds: the run ends in time, however many engines are left, and says so.
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
