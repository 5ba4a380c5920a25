/* The models of threads, as engines execute them. */
#include "../runtime/threads.c" /* NOLINT */
