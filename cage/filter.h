/* Numbers of system calls, for each architecture that a program may be compiled for: filter64.c, filter32.c. */
#ifndef SHRIKE_CAGE_FILTER_H
#define SHRIKE_CAGE_FILTER_H

enum { FILTER_END = -1, FILTER_NONE = -2 /* the architecture does not have the call */, FILTER_OTHERS = 6 };

struct filter_numbers {
    const int *denied, *light; /* FILTER_END behind the last (denied.def) */
    int clone, clone3, ioctl, fcntl, fcntl64;
    int others[FILTER_OTHERS]; /* calls that reach the process that is their first argument */
};

extern const struct filter_numbers filter_numbers32, filter_numbers64;

#endif
