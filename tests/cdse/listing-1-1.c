// RUN: %safe --engine=cdse %s
// RUN: %shrike verify --engine=cdse --no-simplify --log=debug --stats %s 2>&1 | %check %s
// Listing 1.1 of Kite's thesis: eight paths, two of which are executed. The clauses are those of its
// chapter 6, (b7, b9, b10) and (b8, b10): an edge is written as the lines of the blocks that it joins.
// (The differences are computed with more bits than the thesis thinks of: they must not overflow.)
// CHECK: conflict at level 6: not all of main:16->main:16, main:16->main:17, main:17->main:17{{$}}
// CHECK-NEXT: conflict at level 6: not all of main:16->main:16, main:17->main:17{{$}}
// CHECK-NOT: conflict at
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0) x = -x;
    if (y < 0) y = -y;
    long long result = (long long)x - y;
    if (x < y) result = (long long)y - x;
    if (!(result >= 0)) reach_error();
    // CHECK: SAFE
    // CHECK: cdse {{ +}}2  paths tried
    return 0;
}
