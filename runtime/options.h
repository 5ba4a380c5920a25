/* The scan of a command line for options (getopt.c), for all who have one of their own (argp.c). */
#ifndef RT_OPTIONS_H
#define RT_OPTIONS_H

#include "rt.h"

#include <getopt.h>

enum rt_order { RT_PERMUTE, RT_IN_ORDER, RT_STOP_AT_FIRST };

/* What a scan remembers: what getopt shows in its variables, where it is within an argument, and which arguments it passed
 * over: argv[first..last) are not options and stand before everything from last on. next == 0 starts it. */
struct rt_scan {
    char *argument; /* optarg */
    int next; /* optind */
    bool print; /* opterr */
    int rejected; /* optopt */
    char *cursor;
    int first, last;
    enum rt_order order;
    bool started;
};

/* One call: the command line and the options it may have. */
struct rt_request {
    int argc;
    char **argv;
    const char *letters;
    const struct option *options;
    int *index;
    bool long_only;
    struct rt_scan *scan;
};

/* As getopt_long, with the scan in place of its variables. */
int rt_next_option(struct rt_request request);

#endif
