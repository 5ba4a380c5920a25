// RUN: clang -O0 -emit-llvm -c %s -o %t.bc
// RUN: %same %t.bc -- x
// RUN: clang -O1 -emit-llvm -c %s -o %t1.bc
// RUN: %same %t1.bc -- x
// RUN: clang -O2 -emit-llvm -S %s -o %t2.ll
// RUN: %same %t2.ll -- x
// RUN: clang -O3 -mavx2 -emit-llvm -S %s -o %t3.ll
// RUN: %same %t3.ll -- x
// RUN: clang -E %s -o %t.i
// RUN: %same %t.i -- x
// What LLVM's optimiser makes of a program is input as good as any.
#include <stdio.h>
#include <string.h>

static int data[257];

static unsigned mix(unsigned h, const char *s) {
    while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static int classify(int c) {
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
    case 'y': return 2;
    case ' ': return 3;
    default: return c >= '0' && c <= '9' ? 4 : 0;
    }
}

int main(int argc, char **argv) {
    for (int i = 0; i < 257; i++) data[i] = i * i - 7 * i;
    long sum = 0;
    int max = data[0];
    for (int i = 0; i < 257; i++) {
        sum += data[i] > 0 ? data[i] : -data[i];
        if (data[i] > max) max = data[i];
    }
    char text[] = "yes, 42 vowels in a row";
    int kinds[5] = {0};
    for (char *p = text; *p; p++) kinds[classify(*p)]++;
    unsigned h = argc > 1 ? mix(2166136261u, argv[1]) : 0;
    printf("%ld %d %u %d %d %d %d\n", sum, max, h, kinds[0], kinds[1], kinds[2], kinds[4]);
    return (int)strlen(text) & 7;
}
