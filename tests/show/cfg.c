// RUN: %shrike show cfg %s > %t.dot
// RUN: FileCheck %s < %t.dot
// REQUIRES: shrike
// Graphviz: one cluster or graph for each function, an edge for each branch.
int classify(int x) {
    if (x < 0) return -1;
    while (x > 10) x /= 2;
    return x;
}

int main(void) { return classify(100); }
// CHECK: digraph
// CHECK: label="classify\n{{.*}}cfg.c:5"
// CHECK: [[HEAD:f[0-9]+_b[0-9]+]] [label="{{.*}}loop 1, depth 1"
// CHECK: [[HEAD]] -> {{.*}} [label="T"
// CHECK: [[HEAD]] -> {{.*}} [label="F"
// CHECK: -> [[HEAD]] [style=bold
// CHECK: label="main\n{{.*}}cfg.c:11"
// CHECK: }
