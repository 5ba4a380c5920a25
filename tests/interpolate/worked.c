// RUN: %shrike verify --engine=interpolate --show-tree %t.json %s | %check --check-prefix=VERDICT %s
// RUN: %check %s < %t.json
// RUN: %shrike verify --engine=interpolate --show-tree %t.dot %s
// RUN: grep 'style=dashed' %t.dot
// VERDICT: SAFE
// The shortest-path program with a graph of four nodes: what has to hold of the distance d
// at each node for d to be at least 90 at the end. What lies above the upper bounds
// overflows. Node 3 is entered again with d = 35, which its fact covers.
// CHECK: "fact":"node == 1 {{.*}}d >= -5 && d <= 2147483527
// CHECK: "fact":"node == 2 {{.*}}d >= 0 && d <= 2147483547
// CHECK: "end":"subsumed",{{.*}}"by":[[#THREE:]],"fact":"{{.*}}d >= -5 && d <= 2147483552
// CHECK: "id":[[#THREE]],{{.*}}"fact":"node == 3 {{.*}}d >= 30 && d <= 2147483587
#include <assert.h>
#define N 4
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static const int graph[N + 1][N + 1] = {
    [1] = {[2] = 20, [3] = 35, [4] = 110},
    [2] = {[3] = 40, [4] = 90},
    [3] = {[4] = 60},
};

int main(void) {
    int node = 1, d = 0;
    while (node < N) {
        int next = __VERIFIER_nondet_int();
        __VERIFIER_assume(next > node && next <= N);
        for (int i = node + 1; i <= N; i++)
            if (next == i) {
                d += graph[node][i];
                node = i;
                break;
            }
    }
    assert(d >= 90);
    return 0;
}
