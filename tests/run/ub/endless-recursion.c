// RUN: %bug %s | %check %s
// Tail calls are calls: no pass may turn this into an endless loop or nothing.
// REQUIRES: shrike
static int f(int x) { return f(x + 1); }
int main(void) { return f(0) & 0; }
// CHECK: error: {{.*}} [stack-overflow]
