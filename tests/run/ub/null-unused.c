// RUN: %bug %s | %check %s
// Nobody uses the value; the dereference still happens.
static void touch(int *p) {
    int unused = *p;
    (void)unused;
}

int main(void) {
    touch(0);
    return 0;
}
// CHECK: null-unused.c:4:18: error: {{.*}} [null-dereference]
// CHECK: in touch at null-unused.c:4:18
// CHECK-NEXT: called from main at null-unused.c:9:5
