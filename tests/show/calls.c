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
// CHECK-DAG: "main" -> "twice"
// CHECK-DAG: "main" -> "odd"
// CHECK-DAG: "twice" -> "leaf"
// CHECK-DAG: "odd" -> "even"
// CHECK-DAG: "even" -> "odd"
