/* Keeping a process of ours away from this machine's files. */
#ifndef SHRIKE_BASE_SECLUDE_H
#define SHRIKE_BASE_SECLUDE_H

#include <stdbool.h>

/* From now on the process and its children open no file but those at or below the paths (NULL behind the last), and
 * start no program. What is open stays open. False: the kernel has no Landlock, and nothing has changed. */
bool seclude(const char *const *paths);

#endif
