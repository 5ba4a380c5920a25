// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
static int table[16];
int neighbour = 5;

static int get(unsigned i) { return table[i]; }

int main(void) {
#ifdef FIXED
    return get(15);
#else
    return get(16);
#endif
}
// CHECK: oob-global.c:6:37: error: out-of-bounds read of 4 bytes: {{.*}}64-byte global {{.*}}table{{.*}} [out-of-bounds]
// CHECK: in get at oob-global.c:6:37
// CHECK-NEXT: called from main at oob-global.c:12:12
