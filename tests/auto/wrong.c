// RUN: not %shrike verify %s 2>&1 | %check %s
// CHECK: wrong.c:6:{{.*}}error
// CHECK-NOT: error: use of
// What clang says is told once, not by every engine.
int main(void) {
    return nothing;
}
