// Bitcode has no types to make a harness of.
// REQUIRES: shrike
// RUN: clang -c -emit-llvm -g %s -o %t.bc
// RUN: not %shrike verify --entry f %t.bc 2>&1 | FileCheck %s
// RUN: %safe --entry g %t.bc
// CHECK: error: --entry f: not supported: the function has parameters, and its types are not known without C source
// CHECK-NOT: SAFE
int f(int x) { return 1 / x; }
void g(void) { f(1); }
