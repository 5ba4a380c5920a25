// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#ifdef FIXED
#define START 1
#else
#define START 0
#endif

static int average(int total, int n) {
    return total / n;
}

int main(void) {
    int s = 0;
    for (int i = START; i < 5; i++) s += average(100, i);
    return s - 208;
}
// CHECK: divide-zero.c:10:18: error: division by zero [division-by-zero]
// CHECK-NEXT: 10 |     return total / n;
// CHECK-NEXT: |                  ^
// CHECK-NEXT: in average at divide-zero.c:10:18
// CHECK-NEXT: called from main at divide-zero.c:15:42
