/* The models of store buffers, as engines execute them. */
#include <stdlib.h>
#define NEW_BUFFER(thread) calloc(1, sizeof(struct buffer))
#include "../runtime/buffers.c" /* NOLINT */
