/* Calls that fail (--fail) and transfer less than they could (--short-io): see shrike_rt.h. The calls are counted, and an
 * input says which is the next to fail: a test has one number for each failure, not one for each call. */
#include "files.h"
#include "stream.h"

void shrike_assume(int condition);

enum { LARGEST_ERROR = 133, MOST_SHORT = 16 };

static int calls, failed;
static int next_failing; /* number of a call, from 1; 0: nobody has asked yet */

/* Is the call that is counted last the one that fails next? */
static bool is_its_turn(void) {
    __shrike_suppose_works("calls do not fail");
    if (failed >= __shrike_failures()) return false;
    if (!next_failing) next_failing = (int)__shrike_word("failing call", calls, INT_MAX);
    return next_failing <= calls; /* never less: all before were asked */
}

static void choose_error(const char *name, const int *errors, int count) {
    int error = (int)__shrike_word(name, 1, LARGEST_ERROR), known = 0;
    for (int i = 0; i < count; i++) known |= error == errors[i];
    shrike_assume(known);
    rt_errno = error;
}

int __shrike_fails(const char *name, const int *errors, int count) {
    if (!__shrike_exploring()) return 0;
    calls++;
    if (!is_its_turn()) return 0;
    failed++;
    next_failing = 0;
    choose_error(name, errors, count);
    return 1;
}

int __shrike_stream_fails(void *stream, int reads, const char *name, const int *errors, int count) {
    struct rt_file *f = stream ? rt_stream(stream) : reads ? &rt_stdin : &rt_stdout;
    bool buffered = reads && (f->pos < f->end || f->back_count > 0);
    if (f->is_cookie || buffered || !__shrike_fails(name, errors, count)) return 0;
    f->glibc._flags |= _IO_ERR_SEEN;
    return 1;
}

/* Every number up to some bytes is tried; a path for each, so that positions and sizes stay numbers. */
size_t __shrike_short(const char *name, size_t n) {
    rt_short_io = true;
    if (!__shrike_exploring() || n <= 1) return n;
    size_t most = n - 1 < MOST_SHORT ? n - 1 : MOST_SHORT;
    __shrike_suppose("a read or write transfers up to 16 bytes, or all that it can");
    size_t less = (size_t)__shrike_word(name, 0, (long long)most); /* 0: all */
    for (size_t i = 1; i <= most; i++)
        if (less == i) return i;
    return n;
}
