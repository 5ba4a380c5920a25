/* The scanf engine: see scanf.c. */
#ifndef RT_SCANF_H
#define RT_SCANF_H

#include "rt.h"

/* Where scanf reads: a stream, or a terminated text. */
struct rt_in {
    struct rt_file *file;
    const char *text;
    long count; /* characters taken, for %n */
    bool ended; /* the last character read was EOF */
    int errno_before;
    bool gnu_a;           /* %as allocates, as before C99 */
    va_list ap, ap_start; /* the next argument; the first, for n$ */
};

/* The number of conversions stored, or EOF when the input ended before the first. The argument
 * lists belong to the caller. */
int rt_scan(struct rt_in *in, const char *fmt);

#endif
