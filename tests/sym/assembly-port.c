// REQUIRES: shrike
/* Instructions for ports: the device says anything, natively the test does. A function may have an instruction's name. */
// RUN: not %shrike verify --check=assert %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %shrike verify --check=assert -DGOOD %s 2>&1 | FileCheck %s --check-prefix=GOOD
// BAD: asm.inb() = 66
// BAD: {{^}}UNSAFE
// GOOD: assuming that {{.*}}inb
// GOOD: {{^}}SAFE
extern void reach_error(void);

static void outb(unsigned char value, unsigned short port) { __asm__ volatile("outb %b0, %w1" : : "a"(value), "Nd"(port)); }

static unsigned char inb(unsigned short port) {
    unsigned char value;
    __asm__ volatile("inb %w1, %b0" : "=a"(value) : "Nd"(port));
    return value;
}

int main(void) {
    outb(1, 0x388);
    unsigned char got = inb(0x388);
#ifdef GOOD
    if (got > 255) reach_error();
#else
    if (got == 66) reach_error();
#endif
    return 0;
}
