/* The library models that are built into the program (made by
 * scripts/embed-library from runtime/). */
#ifndef SHRIKE_SESSION_LIBRARY_H
#define SHRIKE_SESSION_LIBRARY_H

#include "front/front.h"

extern const struct front_module library64[];
extern const int nlibrary64;
extern const struct front_module library32[];
extern const int nlibrary32;

/* The native replay library (replay/), as object files. */
extern const unsigned char replay64[], replay64_end[], replay32[], replay32_end[];
/* The program that native runs are started in (cage/). */
extern const unsigned char cage_program[], cage_program_end[];

#endif
