// --minimise makes inputs smaller, and the error stays what it is.
// REQUIRES: shrike
// RUN: not %shrike verify --engine=explore --minimise --no-keep-test -DWORDS %s 2>&1 | %check %s --check-prefix WORDS
// RUN: not %shrike verify --minimise --no-keep-test -DWORDS %s 2>&1 | %check %s --check-prefix WORDS
// WORDS: a = 1001
// WORDS: b = 3,
// WORDS: c = -51
// WORDS: d = 4
// WORDS: e = 0, of __VERIFIER_nondet_int
// WORDS-NEXT: to see it happen
// WORDS: UNSAFE
// RUN: not %shrike verify --engine=explore --minimise --no-keep-test -DTEXT --sym-arg 4 --sym-stdin 0-20 %s 2>&1 | %check %s --check-prefix TEXT
// TEXT: arg00 = "x"
// TEXT: stdin = "goaa" (4 bytes)
// The smaller inputs lead to another error, in another line: they are none.
// RUN: not %shrike verify --engine=explore --minimise --no-keep-test --no-stop-on-first -DOTHER %s 2>&1 | %check %s --check-prefix OTHER
// OTHER-DAG: n = 200 (
// OTHER-DAG: n = 101 (
// Fewer inputs are taken, and more never.
// RUN: not %shrike verify --engine=explore --search dfs --minimise --no-keep-test -DMANY %s 2>&1 | %check %s --check-prefix MANY
// MANY: how many = 2
// MANY-NEXT: value = 0
// MANY-NEXT: value = 0
// MANY-NEXT: to see it happen
// The message is that of the new inputs.
// RUN: not %shrike verify --engine=explore --minimise --no-keep-test -DMESSAGE %s 2>&1 | %check %s --check-prefix MESSAGE
// MESSAGE: error: out-of-bounds write of 1 byte: 3 bytes past the end
// RUN: rm -rf %t && not %shrike fuzz --minimise --stop-on-first --timeout 30 --output %t -DTEXT=2 %s
// RUN: cat %t/crash-* | %check %s --check-prefix CRASH
// CRASH: {{^}}goaa{{$}}
#include <assert.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
double __VERIFIER_nondet_double(void);
void klee_make_symbolic(void *p, size_t n, const char *name);
#ifdef WORDS
int main(void) {
    int a = __VERIFIER_nondet_int();
    unsigned b = __VERIFIER_nondet_uint();
    int c = __VERIFIER_nondet_int();
    double d = __VERIFIER_nondet_double();
    int e = __VERIFIER_nondet_int();
    if (a > 1000 && b % 7 == 3 && c < -50 && d > 2.3 && e != a) assert(0);
    return __VERIFIER_nondet_int();
}
#elif defined TEXT
int main(int argc, char **argv) {
    char text[64], small[4];
    text[fread(text, 1, sizeof text - 1, stdin)] = 0;
    if ((TEXT == 2 || (argc > 1 && argv[1][0] == 'x')) && strstr(text, "go")) strcpy(small, strstr(text, "go"));
    return 0;
}
#elif defined OTHER
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100 && n < 200) assert(n < 0);
    if (n >= 200) assert(n < 1);
    return 0;
}
#elif defined MANY
int main(void) {
    unsigned n, value, sum = 0;
    klee_make_symbolic(&n, sizeof n, "how many");
    if (n > 5) return 0;
    for (unsigned i = 0; i < n; i++) {
        klee_make_symbolic(&value, sizeof value, "value");
        sum += value;
    }
    assert(n < 2 || (sum & 1));
    return 0;
}
#else
int main(void) {
    char a[4];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 6 && n < 100) a[n] = 1;
    return 0;
}
#endif
