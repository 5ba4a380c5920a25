// RUN: %bug %s | %check %s
int main(void) {
    int *p = (int *)0x12345678;
    return *p;
}
// CHECK: invalid-pointer.c:4:12: error: {{.*}}0x12345678{{.*}} [invalid-pointer]
