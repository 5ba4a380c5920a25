/* The models of locks, as engines execute them. */
#include "../runtime/locks.c" /* NOLINT */
