// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
static int one(void) { return 1; }
static int (*table[2])(void) = {one};

int main(int argc, char **argv) {
    (void)argv;
#ifdef FIXED
    return table[argc - 1]();
#else
    return table[argc]();
#endif
}
// CHECK: null-call.c:11:12: error: {{.*}} [{{null-dereference|invalid-function-pointer}}]
