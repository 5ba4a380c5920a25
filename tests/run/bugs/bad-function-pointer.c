// RUN: %bug --native=-fsanitize=function %s | %check %s
// RUN: %same -DFIXED %s
static int data = 3;
static int real(void) { return 0; }

int main(void) {
#ifdef FIXED
    int (*f)(void) = real;
#else
    int (*f)(void) = (int (*)(void))&data;
#endif
    return real() + f();
}
// CHECK: bad-function-pointer.c:12:21: error: {{.*}} [invalid-function-pointer]
