// RUN: %engines interrupt verify --no-stop-on-first %s | %check %s
// RUN: %engines kill verify --no-stop-on-first --timeout 6 %s | %check %s
// CHECK: found.c:[[@LINE+14]]:{{.*}}error
// CHECK: UNSAFE
// CHECK-NEXT: status 10
// What was found before the end is told, whoever found it and whatever became of that engine.
unsigned long __VERIFIER_nondet_ulong(void);
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    unsigned long h = __VERIFIER_nondet_ulong();
    if (__VERIFIER_nondet_int() == 7) {
        if (h == 3) {
            int a[2] = {0, 1};
            h += 5;
            a[0] = 10 / a[0]; /* division by zero */
            return a[0] + (int)h;
        }
    }
    for (int i = 0; i < 24; i++) {
        h = h * 0x9e3779b97f4a7c15UL + (h >> 29);
        h ^= h >> 31;
    }
    if (h == 4611685975477714963UL) reach_error();
    return 0;
}
