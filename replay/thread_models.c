/* The models of threads, as engines execute them. */
#define rt_exit exit
#include "../runtime/threads.c" /* NOLINT */
