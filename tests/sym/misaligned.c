// RUN: %unsafe --check=align,memory %s | %check %s
// RUN: %safe --check=align,memory -DFIXED %s
// RUN: %unsafe --check=align,memory --engine=cdse %s
// RUN: %unsafe --check=align,memory --engine=dash %s
// RUN: %unsafe --check=align,memory --engine=bmc %s
// RUN: %safe --check=align,memory --engine=interpolate -DFIXED %s
// RUN: %safe --check=align,memory --engine=cdse -DFIXED %s
// RUN: %safe --check=align,memory --engine=dash -DFIXED %s
// RUN: %safe --check=align,memory --engine=bmc -DFIXED %s
// Not looked for otherwise.
// RUN: %safe %s
// REQUIRES: shrike
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int words[4] = {0};
    char *bytes = (char *)words;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2) return 0;
#ifdef FIXED
    i *= 4;
#endif
    return *(int *)(bytes + i) == 7;
}
// CHECK: misaligned.c:23:12: error: misaligned access: {{.*}} [misaligned-access]
