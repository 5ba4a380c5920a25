/* Raw memory: the only file that calls malloc.
 *
 * Every allocation of the engine goes through here, so that live bytes can be
 * counted (tests end with none), the out-of-memory reaction can be replaced,
 * and a test can make the n-th allocation fail.
 *
 * The counters are process-wide (thread-local), the one exception to "no mutable
 * globals": an allocator has no context to live in.
 */
#ifndef SHRIKE_BASE_MEM_H
#define SHRIKE_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

/* Called when memory is exhausted; must not return. The default prints a
 * message and exits with status 1. */
typedef void (*mem_oom_fn)(void *data, size_t wanted);

/* None of these ever returns NULL; sizes of 0 give a unique pointer. */
void *mem_alloc(size_t size);
void *mem_zalloc(size_t size);
void *mem_realloc(void *old, size_t size);
/* count * size with overflow check (overflow counts as out of memory). */
void *mem_alloc_array(size_t count, size_t size);
char *mem_strdup(const char *text);
/* Accepts NULL. */
void mem_free(void *ptr);

/* Bytes now allocated and not freed, and the most there ever were. */
size_t mem_live_bytes(void);
size_t mem_peak_bytes(void);

/* Replaces the out-of-memory reaction (NULL: the default again). */
void mem_set_oom(mem_oom_fn fn, void *data);
/* Lets the n-th allocation from now fail (1: the next); 0 switches this off. */
void mem_fail_after(uint64_t n);

#define MEM_NEW(type) ((type *)mem_zalloc(sizeof(type)))
#define MEM_NEW_ARRAY(type, n) ((type *)mem_alloc_array((n), sizeof(type)))

#endif
