// RUN: %replay NOT-CONFIRMED - --trace %s -- x=i32:3 > %t1
// RUN: %replay NOT-CONFIRMED - --trace %s -- x=i32:3 > %t2
// RUN: %replay NOT-CONFIRMED - --trace %s -- x=i32:4 > %t3
// RUN: %replay NOT-CONFIRMED - --trace %s -- x=i32:5 > %t4
// RUN: diff %t1 %t2
// RUN: not diff %t1 %t3
// RUN: not diff %t3 %t4
// RUN: FileCheck %s < %t1
// The same path has the same trace, another one another.
int nondet_int(void);
int main(void) {
    int x = nondet_int(), r = 0;
    for (int i = 0; i < 3; i++)
        if (x == i + 3) r++;
    return r - 1;
}
// CHECK: trace: {{[0-9]+}} blocks, hash {{[0-9a-f]+}}
