/* Leveled messages on standard error. Colours only on a terminal. */
#ifndef SHRIKE_BASE_LOG_H
#define SHRIKE_BASE_LOG_H

#include <stdbool.h>
#include <stdio.h>

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG };

struct log {
    FILE *out;
    enum log_level level;
    bool terminal; /* out is one; asking each time would cost more than a path does */
    bool colour;
    unsigned long counts[LOG_DEBUG + 1];
};

void log_init(struct log *log, FILE *out);
/* "shrike: error: ..." and so on; a newline is added. */
void log_message(struct log *log, enum log_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));

static inline bool log_enabled(const struct log *log, enum log_level level) { return level <= log->level; }

#define log_error(log, ...) log_message((log), LOG_ERROR, __VA_ARGS__)
#define log_warning(log, ...) log_message((log), LOG_WARNING, __VA_ARGS__)
#define log_info(log, ...)                                                           \
    do {                                                                             \
        if (log_enabled((log), LOG_INFO)) log_message((log), LOG_INFO, __VA_ARGS__); \
    } while (0)
#define log_debug(log, ...)                                                            \
    do {                                                                               \
        if (log_enabled((log), LOG_DEBUG)) log_message((log), LOG_DEBUG, __VA_ARGS__); \
    } while (0)

#endif
