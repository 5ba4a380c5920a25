// RUN: %shrike show loops %s | FileCheck %s
// REQUIRES: shrike
int main(void) {
    int s = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) s += j;
    while (s > 100) s--;
    return s;
}
// CHECK: main: 3 loops
// CHECK-DAG: loop {{[0-9]+}} at b{{[0-9]+}}, {{.*}}loops.c:5-6
// CHECK-DAG: loop {{[0-9]+}} at b{{[0-9]+}}, {{.*}}loops.c:6,
// CHECK-DAG: loop {{[0-9]+}} at b{{[0-9]+}}, {{.*}}loops.c:7,
