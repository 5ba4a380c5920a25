// RUN: %stops %s | %check %s
// REQUIRES: shrike

int main(void) {
    unsigned lo, hi;
    __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
    return (int)(lo ^ hi) & 1;
}
// CHECK: reached.c:6:5: error: not supported: inline assembly "rdtsc" [unsupported]
// CHECK: in main at reached.c:6:5
