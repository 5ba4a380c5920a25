/* err.h and error.h: messages in the name of the program. */
#include "stream.h"

#include <err.h>
#include <error.h>

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

const char *rt_shown_error(int err) { return rt_dropped(&rt_stderr) ? "an error" : rt_strerror(err); }

/* "program: message[: errno text]" */
static void warn_with(const char *fmt, va_list ap, bool with_errno, int err) {
    rt_complain("%s: ", rt_program_short);
    if (fmt) rt_vcomplain(fmt, ap);
    if (with_errno) rt_complain(fmt ? ": %s" : "%s", rt_shown_error(err));
    rt_complain("\n");
}

#define WARN(with_errno)                 \
    int err = rt_errno;                  \
    va_list ap;                          \
    va_start(ap, fmt);                   \
    warn_with(fmt, ap, with_errno, err); \
    va_end(ap)

void vwarn(const char *fmt, va_list ap) { warn_with(fmt, ap, true, rt_errno); }
void vwarnx(const char *fmt, va_list ap) { warn_with(fmt, ap, false, 0); }
void warn(const char *fmt, ...) { WARN(true); }
void warnx(const char *fmt, ...) { WARN(false); }

void verr(int status, const char *fmt, va_list ap) {
    warn_with(fmt, ap, true, rt_errno);
    rt_exit(status);
}

void verrx(int status, const char *fmt, va_list ap) {
    warn_with(fmt, ap, false, 0);
    rt_exit(status);
}

void err(int status, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    warn_with(fmt, ap, true, rt_errno);
    va_end(ap);
    rt_exit(status);
}

void errx(int status, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    warn_with(fmt, ap, false, 0);
    va_end(ap);
    rt_exit(status);
}

static void report_error(int status, int err, const char *where, const char *fmt, va_list ap) {
    rt_flush(&rt_stdout);
    if (error_print_progname)
        error_print_progname();
    else
        rt_complain("%s:%s", rt_program, where ? "" : " ");
    if (where) rt_complain("%s", where);
    rt_vcomplain(fmt, ap);
    error_message_count++;
    if (err) rt_complain(": %s", rt_shown_error(err));
    rt_complain("\n");
    if (status) rt_exit(status);
}

void error(int status, int err, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    report_error(status, err, NULL, fmt, ap);
    va_end(ap);
}

void error_at_line(int status, int err, const char *file, unsigned line, const char *fmt, ...) {
    char where[300];
    rt_snprintf(where, sizeof where, file ? "%s:%u: " : " ", file, line);
    va_list ap;
    va_start(ap, fmt);
    report_error(status, err, where, fmt, ap);
    va_end(ap);
}
