// RUN: %bug %s | %check %s
int main(void) {
    int a = 5, b = 0;
    int unused = a / b;
    (void)unused;
    return 0;
}
// CHECK: divide-unused.c:4:20: error: {{.*}} [division-by-zero]
