// Lines of a text in a loop over memchr: each pointer has few values, and tests decide which, so that the next search begins at a known place.
// RUN: rm -rf %t && %shrike test --only-new --output %t %s 2>&1 | %check %s
// CHECK: 64 paths, 0 cut, 0 errors
// A call that a model answers has returned: one way of `if (!buf)` is all that nobody takes.
// CHECK: branches 7/8,
// CHECK: COMPLETE
#include <string.h>
#include <stdlib.h>
void klee_make_symbolic(void *p, unsigned long n, const char *name);
struct line { char *text; size_t length; };
int main(void) {
    size_t size = 1 << 16;
    char *buf = malloc(size);
    if (!buf) return 0;
    klee_make_symbolic(buf, 6, "text");
    struct line *line = (struct line *)(buf + size);
    char *ptr = buf, *start = buf, *end = buf + 6, *p;
    while ((p = memchr(ptr, '\n', end - ptr))) {
        ptr = p + 1;
        line--;
        line->text = start;
        line->length = ptr - start;
        start = ptr;
    }
    size_t n = (struct line *)(buf + size) - line;
    if (n == 3 && line->length == 2) return 3;
    free(buf);
    return 0;
}
