// RUN: %same %s
#include <stdio.h>

enum op { PUSH, ADD, MUL, DUP, JNZ, DEC, PRINT, HALT };

static int run(const int *code) {
    static const void *const labels[] = {&&push, &&add, &&mul, &&dup, &&jnz, &&dec, &&print, &&halt};
    int stack[16], *sp = stack;
    const int *pc = code;
#define NEXT goto *labels[*pc++]
    NEXT;
push: *sp++ = *pc++; NEXT;
add: sp--; sp[-1] += *sp; NEXT;
mul: sp--; sp[-1] *= *sp; NEXT;
dup: *sp = sp[-1]; sp++; NEXT;
jnz: if (sp[-1]) pc = code + *pc; else pc++; NEXT;
dec: sp[-1]--; NEXT;
print: printf("%d ", sp[-1]); NEXT;
halt: return sp[-1];
}

int main(void) {
    static const int code[] = {PUSH, 5, PRINT, DEC, JNZ, 2, PUSH, 6, DUP, MUL, ADD, PRINT, HALT};
    int r = run(code);
    printf("\n");
    return r;
}
