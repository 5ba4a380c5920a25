// RUN: %safe --engine=interpolate --search=dfs %s
// RUN: %safe --engine=interpolate --search=random-path --seed 1 %s
// RUN: %safe --engine=interpolate --search=random-path --seed 2 %s
// RUN: %safe --engine=interpolate --search=md2u %s
// RUN: %unsafe --engine=interpolate --search=random-path -DBAD %s
// RUN: %unsafe --engine=interpolate --search=md2u -DBAD %s
// RUN: not %shrike verify --engine=interpolate --search=bfs %s 2>&1 | FileCheck %s
// CHECK: --search=bfs: --engine=interpolate has dfs, random-path and md2u
// RUN: %shrike verify --engine=interpolate --search=random-path --seed 1 --show-tree %t.1.json %s
// RUN: %shrike verify --engine=interpolate --search=random-path --seed 5 --show-tree %t.2.json %s
// RUN: not cmp -s %t.1.json %t.2.json
// Any order of branches gives the same verdict, by another tree.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int d = 0, limit = 40;
    for (int i = 0; i < 12; i++) {
        int k = __VERIFIER_nondet_int();
        if (k == i)
            d += 3;
        else if (k > i)
            d += 1;
        else
            d += 2;
    }
#ifdef BAD
    limit = 35;
#endif
    assert(d <= limit);
    return 0;
}
