/* Numbers of system calls, for each architecture that a program may be compiled for: filter64.c, filter32.c. */
#ifndef SHRIKE_CAGE_FILTER_H
#define SHRIKE_CAGE_FILTER_H

enum { FILTER_END = -1, FILTER_NONE = -2 /* the architecture does not have the call */, FILTER_SIGNALS = 5 };

struct filter_numbers {
    const int *denied; /* FILTER_END behind the last */
    int clone, clone3, ioctl;
    int signals[FILTER_SIGNALS]; /* calls that send one to the process that is their first argument */
};

extern const struct filter_numbers filter_numbers32, filter_numbers64;

#endif
