// RUN: %safe --engine=dash %s
// RUN: %shrike verify --engine=dash --no-simplify --seed 2 --stats --show-abstraction %t %s 2>&1 | %check %s
// RUN: FileCheck --check-prefix=GRAPH %s < %t
// The worked example of LCT-D, block by block: the first test does not get past the first
// branch; a second is found that does; no input gets past the second branch, so that
// block is split by x - 20 == 0; of the two halves nobody reaches the one from above, because
// x > 20 excludes it.
// CHECK: SAFE
// CHECK: dash {{ +}}3  paths to an error examined
// CHECK: dash {{ +}}2  tests run
// CHECK: dash {{ +}}1  links dropped: no execution can take them
// CHECK: dash {{ +}}1  regions split
// GRAPH: digraph "iteration 1"
// GRAPH: digraph "iteration 2"
// GRAPH: == 20
// GRAPH: digraph "iteration 3"
int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 20) {
        x = x - 20;
        if (x == 0) __VERIFIER_error();
    }
    return 0;
}
