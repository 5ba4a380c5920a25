/* Absolute values. Compiled without -fwrapv: that of the smallest number overflows, as it does
 * in the program (--check=overflow). */
#include <inttypes.h>
#include <stdlib.h>

int abs(int v) { return v < 0 ? -v : v; }
long labs(long v) { return v < 0 ? -v : v; }
long long llabs(long long v) { return v < 0 ? -v : v; }
intmax_t imaxabs(intmax_t v) { return v < 0 ? -v : v; }
