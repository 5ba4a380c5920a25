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
// CHECK: classify
// CHECK: ->
// CHECK: }
