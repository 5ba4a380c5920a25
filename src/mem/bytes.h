/* Bytes of a space: looked at, copied in and out, moved. */
#ifndef SHRIKE_MEM_BYTES_H
#define SHRIKE_MEM_BYTES_H

#include "mem/space.h"

/* The quick way for accesses within one page: the page, ready for reading or (unshared)
 * writing, if the access is plainly valid; NULL if it needs a closer look. */
struct mem_page *space_quick_page(struct space *s, uint64_t addr, uint32_t n, bool write);
/* Checks that [addr, addr + n) may be read or written; fills *fault if not. */
enum fault_kind space_check(struct space *s, uint64_t addr, uint64_t n, bool write, struct fault *fault);
/* Are any of these bytes, all accessible, symbolic (or, if uninit, uninitialised)? */
bool space_is_symbolic(const struct space *s, uint64_t addr, uint64_t n, bool uninit);
/* Copy out, copy in. Nothing is changed if there is a fault. Reading looks at neither
 * symbolic nor uninitialised bytes. */
enum fault_kind space_read(struct space *s, uint64_t addr, void *to, uint64_t n, struct fault *fault);
enum fault_kind space_write(struct space *s, uint64_t addr, const void *from, uint64_t n, struct fault *fault);
/* memset and memmove within the space (overlap allowed). */
enum fault_kind space_fill(struct space *s, uint64_t addr, uint8_t byte, uint64_t n, struct fault *fault);
enum fault_kind space_move(struct space *s, uint64_t to, uint64_t from, uint64_t n, struct fault *fault);
/* Length of the string at addr: *len bytes before the NUL. */
enum fault_kind space_strlen(struct space *s, uint64_t addr, uint64_t *len, struct fault *fault);

#endif
