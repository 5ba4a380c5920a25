/* Calls that fail, and transfer less than they could, where the test says so: the front end has them asked about
 * (front/define/failing.h), and counts them as runtime/failing.c does. */
#include "replay_rt.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int32_t calls, next_failing;

static int take_number(const char *name, int32_t *number) {
    const struct record *r = peek();
    if (!r || r->size != sizeof *number || strcmp(record_name(r), name) != 0) return 0;
    take(number, sizeof *number, name);
    return 1;
}

PUBLIC int __shrike_fails(const char *name, const int *errors, int count) {
    int32_t error = 0;
    (void)errors, (void)count;
    calls++;
    if (!next_failing) take_number("failing call", &next_failing);
    if (next_failing != calls || !take_number(name, &error)) return 0;
    next_failing = 0;
    errno = error;
    return 1;
}

/* Streams without a descriptor are in memory. */
PUBLIC int __shrike_stream_fails(FILE *stream, int reads, const char *name, const int *errors, int count) {
    FILE *f = stream ? stream : reads ? stdin : stdout;
    int buffered = reads && f->_IO_read_ptr < f->_IO_read_end;
    if (f->_fileno < 0 || buffered || !__shrike_fails(name, errors, count)) return 0;
    f->_flags |= _IO_ERR_SEEN;
    return 1;
}

PUBLIC size_t __shrike_short(const char *name, size_t n) {
    int32_t less;
    if (n <= 1 || !take_number(name, &less)) return n;
    return less ? (size_t)less : n;
}
