// RUN: %shrike show calls %s > %t.dot
// RUN: FileCheck %s < %t.dot
// REQUIRES: shrike
static int leaf(int x) { return x + 1; }
static int twice(int x) { return leaf(leaf(x)); }
int even(int n);
int odd(int n) { return n ? even(n - 1) : 0; }
int even(int n) { return n ? odd(n - 1) : 1; }

int main(void) { return twice(3) + odd(4); }
// CHECK: digraph
// CHECK-DAG: [[MAIN:n[0-9]+]] [label="main"
// CHECK-DAG: [[TWICE:n[0-9]+]] [label="twice"
// CHECK-DAG: [[LEAF:n[0-9]+]] [label="leaf"
// CHECK-DAG: [[ODD:n[0-9]+]] [label="odd"
// CHECK-DAG: [[EVEN:n[0-9]+]] [label="even"
// CHECK-DAG: [[MAIN]] -> [[TWICE]];
// CHECK-DAG: [[MAIN]] -> [[ODD]];
// CHECK-DAG: [[TWICE]] -> [[LEAF]];
// CHECK-DAG: [[ODD]] -> [[EVEN]];
// CHECK-DAG: [[EVEN]] -> [[ODD]];
