// RUN: %replay CONFIRMED invalid-function-pointer:14 %s -- p=i64:0 | FileCheck %s
// RUN: %replay CONFIRMED invalid-function-pointer:14 %s -- p=i64:0x123456
// RUN: %replay CONFIRMED invalid-function-pointer:14 -m32 %s -- p=i32:0x1234
// RUN: %replay CONFIRMED write-to-constant:16 %s -- p=i64:1
// RUN: %replay CONFIRMED write-to-constant:17 %s -- p=i64:2
// RUN: %replay CONFIRMED invalid-pointer:18 %s -- p=i64:3
// RUN: %replay NOT-CONFIRMED invalid-function-pointer:14 %s -- p=i64:4
// RUN: %replay DIFFERENT write-to-constant:17 %s -- p=i64:1
void *__VERIFIER_nondet_pointer(void);
static const int fixed[4] = {1, 2, 3, 4};
int main(void) {
    void *p = __VERIFIER_nondet_pointer();
    unsigned long n = (unsigned long)p;
    if (n == 0 || n > 100) ((void (*)(void))p)();
    char *text = "text";
    if (n == 1) *text = 'T';
    if (n == 2) *(int *)&fixed[n] = 5;
    if (n == 3) *(char *)0x7f0000000000 = 1;
    return 0;
}
// CHECK: invalid-function-pointer at pointers.c:14:{{[0-9]+}} (call of
