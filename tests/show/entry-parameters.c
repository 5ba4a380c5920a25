// Nobody says what the parameters of another function than main would be.
// RUN: not %shrike verify --entry f %s 2>&1 | %check %s
// RUN: not %shrike test --entry f %s 2>&1 | %check %s
// RUN: not %shrike run --entry f %s 2>&1 | %check %s
// CHECK: error: --entry f: not supported: the function has parameters; write a function without any that calls it
// CHECK-NOT: {{SAFE|COMPLETE}}
// RUN: %safe --entry g %s
// RUN: %safe --entry main %s
int f(int x) {
    return 1 / x;
}
void g(void) {
    f(1);
}
int main(void) {
    return 0;
}
