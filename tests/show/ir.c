// RUN: %shrike show ir %s | FileCheck %s
// RUN: %shrike show ir --no-simplify %s | FileCheck %s
// REQUIRES: shrike
// The program as the interpreter sees it: functions, blocks, positions.
static int square(int x) { return x * x; }

int table[4] = {1, 2, 3, 4};

int main(void) {
    int s = 0;
    for (int i = 0; i < 4; i++) s += square(table[i]);
    return s;
}
// CHECK-DAG: table
// CHECK-DAG: square
// CHECK-DAG: main
// CHECK-DAG: mul
// CHECK-DAG: call
// CHECK-DAG: ret
