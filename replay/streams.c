/* Streams: what is used must be one and open, and the buffer that the program gave it must
 * still be there. No sanitizer looks into the library's streams. */
#include "replay_rt.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((weak)) void *__asan_region_is_poisoned(void *start, size_t size);

enum { STANDARD = 3, MAGIC = 0xFBAD }; /* MAGIC: glibc's, in the upper half of _flags */

static FILE *standard[STANDARD];
static int closed[STANDARD];

static int is_gone(const void *p, size_t n) {
    return __asan_region_is_poisoned && __asan_region_is_poisoned((void *)(uintptr_t)p, n) != NULL;
}

static int standard_index(const void *stream) {
    for (int i = 0; i < STANDARD; i++)
        if (stream == (const void *)standard[i]) return i;
    return -1;
}

static void look_at_buffer(const FILE *f) {
    if (f->_IO_buf_base && is_gone(f->_IO_buf_base, 1)) stop("bad-access", "the buffer of a stream no longer exists");
}

/* Only what is still to be written is read at the end. */
static void look_at_the_end(void) {
    for (int i = 0; i < STANDARD; i++)
        if (!closed[i] && standard[i]->_IO_write_ptr > standard[i]->_IO_write_base) look_at_buffer(standard[i]);
}

/* Registered before the program's own handlers, so that it comes after them. */
__attribute__((constructor(102))) static void know_streams(void) {
    standard[0] = stdin, standard[1] = stdout, standard[2] = stderr;
    atexit(look_at_the_end);
}

void __shrike_stream(void *stream) {
    FILE *f = stream;
    if (!f) return;
    if (is_gone(f, sizeof *f)) stop("freed-access", "a stream is used after fclose, or is not a stream");
    int i = standard_index(f);
    if (i >= 0 && closed[i]) stop("freed-access", "a standard stream is used after fclose");
    if (((unsigned)f->_flags >> 16) != MAGIC) stop("no-stream", "a FILE that is not a stream is used");
    look_at_buffer(f);
}

/* For functions that do not name the stream which they use. */
void __shrike_standard(int i) { __shrike_stream(standard[i]); }

void __shrike_before_fclose(void *stream) {
    int i = standard_index(stream);
    if (i >= 0) closed[i] = 1;
}
