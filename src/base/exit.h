#ifndef SHRIKE_BASE_EXIT_H
#define SHRIKE_BASE_EXIT_H

/* Exit statuses; a program that was run passes its own on. */
enum {
    EXIT_FINE = 0,
    EXIT_WRONG = 1,
    EXIT_BOUNDED = 5 /* SAFE up to a bound, with --strict */,
    EXIT_UNSAFE = 10,
    EXIT_UNKNOWN = 20,
    EXIT_INTERNAL = 30
};

#endif
