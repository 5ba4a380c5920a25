/* Functions that nobody defines: the front end has given them bodies, which take what they return
 * and write from the test. */
#include <stdlib.h>
#include <string.h>

#include "replay_rt.h"

__attribute__((weak)) void __msan_unpoison(const volatile void *p, size_t n);

PUBLIC void __shrike_external(const char *assumption) { (void)assumption; }

PUBLIC void *__shrike_external_block(size_t size) { return malloc(size); }

static void write_at(char *to, const struct record *r) {
    memcpy(to, record_bytes(r), r->size);
    if (__msan_unpoison) __msan_unpoison(to, r->size);
    skip();
}

/* Assembly that is executed: what the test says about it is passed over. */
static void pass_over(char *to, const struct record *r) {
    (void)to, (void)r;
    skip();
}

/* The test has what lies before the pointer, if the object begins there, and what lies behind it;
 * nothing if it points to nothing that can be written. */
static void take_bytes(char *p, const char *name, void (*take)(char *to, const struct record *r)) {
    static const char before[] = "before ";
    const size_t n = sizeof before - 1;
    const struct record *r = p ? peek() : NULL;
    if (r && strncmp(record_name(r), before, n) == 0 && strcmp(record_name(r) + n, name) == 0) {
        take(p - r->size, r);
        r = peek();
    }
    if (r && strcmp(record_name(r), name) == 0) take(p, r);
}

PUBLIC void __shrike_external_bytes(char *p, size_t size, const char *name) {
    (void)size;
    take_bytes(p, name, write_at);
}

PUBLIC void __shrike_external_skip(char *p, size_t size, const char *name) {
    (void)size;
    take_bytes(p, name, pass_over);
}
