/* The models of what happens before what, as engines execute them. */
#include "../runtime/orders.c" /* NOLINT */
