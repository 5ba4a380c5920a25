/* How much a test tries: a part of it in `make check`, all of it in `make check-long` (SHRIKE_LONG=1). */
#ifndef SHRIKE_TEST_EFFORT_H
#define SHRIKE_TEST_EFFORT_H

#include <stdint.h>
#include <stdlib.h>

static inline uint64_t effort(uint64_t part, uint64_t all) { return getenv("SHRIKE_LONG") ? all : part; }

#endif
