// RUN: %bug %s | %check %s
static const int limit = 5;

int main(void) {
    *(int *)&limit = 6;
    return 0;
}
// CHECK: write-const-global.c:5:20: error: {{.*}}limit{{.*}} [write-to-constant]
