// RUN: %same --stdin=%S/Inputs/calculator.txt %s
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static jmp_buf fail;
static long expression(int level);

static void skip(void) {
    while (*at == ' ') at++;
}

static long atom(void) {
    skip();
    if (*at == '-') return at++, -atom();
    if (*at == '(') {
        at++;
        long v = expression(0);
        skip();
        if (*at++ != ')') longjmp(fail, 1);
        return v;
    }
    if (!isdigit((unsigned char)*at)) longjmp(fail, 2);
    return strtol(at, (char **)&at, 10);
}

static int binding(char c) {
    switch (c) {
    case '+': case '-': return 1;
    case '*': case '/': case '%': return 2;
    case '^': return 3;
    default: return 0;
    }
}

static long apply(char op, long a, long b) {
    if ((op == '/' || op == '%') && b == 0) longjmp(fail, 3);
    long r = 1;
    switch (op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    case '%': return a % b;
    default:
        while (b-- > 0) r *= a;
        return r;
    }
}

static long expression(int level) {
    long left = atom();
    for (;;) {
        skip();
        int power = binding(*at);
        if (power <= level) return left;
        char op = *at++;
        left = apply(op, left, expression(op == '^' ? power - 1 : power));
    }
}

int main(void) {
    static const char *const errors[] = {"", "missing )", "number expected", "division by zero"};
    char line[80];
    volatile int bad = 0;
    while (fgets(line, sizeof line, stdin)) {
        at = line;
        int code = setjmp(fail);
        if (!code) printf("%ld\n", expression(0));
        else printf("error: %s\n", errors[code]), bad++;
    }
    return bad;
}
