// RUN: %unsafe --engine=cdse %s | %check %s
// RUN: %unsafe --engine=dash %s | %check %s
// RUN: %unsafe --engine=interpolate %s | %check %s
// RUN: %safe --engine=cdse -DFIXED %s
// RUN: %safe --engine=dash -DFIXED %s
// A function that returns an input may do more: this one reads the input's name.
int klee_int(const char *name);

int main(void) {
    const char *name = "n";
    int n = klee_int(name);
#ifndef FIXED
    if (n == 5) name = 0;
    else name = (const char *)8;
#endif
    // CHECK: named-input.c:[[#@LINE+1]]:{{.*}}error: {{.*}}read of 1 byte
    return klee_int(name) > n;
}
