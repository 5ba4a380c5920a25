#include "base/log.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void log_init(struct log *log, FILE *out) {
    memset(log, 0, sizeof *log);
    log->out = out;
    log->level = LOG_WARNING;
    const char *none = getenv("NO_COLOR");
    log->terminal = isatty(fileno(out));
    log->colour = log->terminal && !(none && *none);
}

void log_message(struct log *log, enum log_level level, const char *format, ...) {
    static const char *const words[] = {"error", "warning", "info", "debug"};
    static const char *const colours[] = {"\033[31m", "\033[33m", "\033[36m", "\033[2m"};
    log->counts[level]++;
    if (!log_enabled(log, level)) return;
    va_list args;
    va_start(args, format);
    fprintf(log->out, "shrike: %s%s:%s ", log->colour ? colours[level] : "", words[level],
            log->colour ? "\033[0m" : "");
    vfprintf(log->out, format, args);
    fputc('\n', log->out);
    fflush(log->out);
    va_end(args);
}
