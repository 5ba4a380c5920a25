/* How often runs print their progress where the output is no terminal. */
#ifndef SHRIKE_BASE_PROGRESS_H
#define SHRIKE_BASE_PROGRESS_H

#include <stdint.h>

/* 30 seconds, or as many as SHRIKE_PROGRESS in the environment says (0: never). */
uint64_t progress_every_ms(void);

#endif
