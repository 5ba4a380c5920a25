// RUN: %same %s
#include <setjmp.h>
#include <stdio.h>

struct handler { jmp_buf buf; struct handler *up; };
static struct handler *top;

#define TRY(h) (h.up = top, top = &h, setjmp(h.buf))
static void throw(int code) {
    struct handler *h = top;
    top = h->up;
    longjmp(h->buf, code);
}

static int parse(const char *s) {
    int n = 0;
    for (; *s; s++) {
        if (*s < '0' || *s > '9') throw(*s);
        n = n * 10 + (*s - '0');
    }
    return n;
}

int main(void) {
    const char *inputs[] = {"123", "4x5", "", "77!"};
    for (volatile int i = 0; i < 4; i++) {
        struct handler h;
        int code = TRY(h);
        if (!code) {
            printf("%d\n", parse(inputs[i]));
            top = h.up;
        } else {
            printf("bad '%c'\n", code);
        }
    }
    return top != 0;
}
