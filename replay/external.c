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

/* The test has what lies before the pointer, if the object begins there, and what lies behind it;
 * nothing if it points to nothing that can be written. */
PUBLIC void __shrike_external_bytes(char *p, size_t size, const char *name) {
    static const char before[] = "before ";
    const size_t n = sizeof before - 1;
    const struct record *r = p ? peek() : NULL;
    (void)size;
    if (r && strncmp(record_name(r), before, n) == 0 && strcmp(record_name(r) + n, name) == 0) {
        write_at(p - r->size, r);
        r = peek();
    }
    if (r && strcmp(record_name(r), name) == 0) write_at(p, r);
}
