// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#ifdef FIXED
#define TOP 3
#else
#define TOP 4
#endif

static int name(int kind) {
    switch (kind) {
    case 0: return 'a';
    case 1: return 'b';
    case 2: return 'c';
    default: __builtin_unreachable();
    }
}

int main(void) {
    int s = 0;
    for (int i = 0; i < TOP; i++) s += name(i);
    return s == 0;
}
// CHECK: unreachable.c:14:14: error: {{.*}} [unreachable-reached]
// CHECK: in name at unreachable.c:14:14
// CHECK-NEXT: called from main at unreachable.c:20:40
