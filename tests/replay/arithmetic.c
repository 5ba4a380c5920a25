// RUN: %replay CONFIRMED division-by-zero:15 %s -- op=i32:0 a=i32:5 b=i32:0
// RUN: %replay CONFIRMED division-by-zero:16 %s -- op=i32:1 a=i32:5 b=i32:0
// RUN: %replay CONFIRMED division-by-zero:15 %s -- op=i32:0 a=i32:0x80000000 b=i32:-1
// RUN: %replay CONFIRMED oversized-shift:17 %s -- op=i32:2 a=i32:5 b=i32:32
// RUN: %replay CONFIRMED oversized-shift:18 %s -- op=i32:3 a=i32:5 b=i32:-1
// RUN: %replay CONFIRMED signed-overflow:19 %s -- op=i32:4 a=i32:0x7fffffff b=i32:1
// RUN: %replay NOT-CONFIRMED - %s -- op=i32:4 a=i32:0x7fffffff b=i32:1
// RUN: %replay CONFIRMED - --check=overflow %s -- op=i32:4 a=i32:0x7fffffff b=i32:1
// RUN: %replay DIFFERENT signed-overflow:20 %s -- op=i32:4 a=i32:0x7fffffff b=i32:1
// RUN: %replay NOT-CONFIRMED signed-overflow:19 %s -- op=i32:4 a=i32:0x7fffffff b=i32:0
int __VERIFIER_nondet_int(void);

int main(void) {
    int op = __VERIFIER_nondet_int(), a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r = 0;
    if (op == 0) r = a / b;
    if (op == 1) r = a % b;
    if (op == 2) r = a << b;
    if (op == 3) r = a >> b;
    if (op == 4) r = a + b;
    return r == 77;
}
