// RUN: %bug --check=overflow %s | %check %s
// RUN: %same --check=overflow -DFIXED %s
#include <limits.h>

static int add(int a, int b) { return a + b; }

int main(void) {
#ifdef FIXED
    return add(INT_MAX, INT_MIN) + 1;
#else
    return add(INT_MAX, 1) == 0;
#endif
}
// CHECK: overflow-add.c:5:41: error: {{.*}} [signed-overflow]
// CHECK: in add at overflow-add.c:5:41
