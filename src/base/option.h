/* Options of a run, all from options.def. */
#ifndef SHRIKE_BASE_OPTION_H
#define SHRIKE_BASE_OPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct str;

/* Commands, as bits: an option says which of them take it. */
enum command {
    CMD_RUN = 1 << 0,
    CMD_SHOW = 1 << 1,
    CMD_SOLVE = 1 << 2,
    CMD_TEST = 1 << 3,
    CMD_VERIFY = 1 << 4,
    CMD_REACH = 1 << 5,
    CMD_FUZZ = 1 << 6,
    CMD_REPLAY = 1 << 7,
    CMD_CONFIRM = 1 << 8,
    CMD_HARNESS = 1 << 10,
    CMD_CAPTURE = 1 << 9,
    CMD_CHECK = 1 << 11,
    CMD_WORK = 1 << 12,
    CMD_JOBS = 1 << 13,
    CMD_LSP = 1 << 14,
    CMD_WATCH = 1 << 15,                                       /* takes the options of CMD_VERIFY */
    CMD_SPREAD = CMD_TEST | CMD_VERIFY | CMD_REACH | CMD_FUZZ, /* whose work other machines may do */
    CMD_PROGRAM =
        CMD_RUN | CMD_SHOW | CMD_TEST | CMD_VERIFY | CMD_REACH | CMD_FUZZ | CMD_REPLAY | CMD_CONFIRM | CMD_CHECK,
    CMD_EXEC = CMD_PROGRAM & ~CMD_SHOW,
    CMD_SYMBOLIC = CMD_TEST | CMD_VERIFY | CMD_REACH | CMD_FUZZ | CMD_CONFIRM,
    CMD_ALL = 0x3fff & ~CMD_CAPTURE,
};

/* What becomes of an option if workers do the command's work (options.def). */
enum option_on { ON_REFUSED, ON_GOES, ON_STAYS };

typedef VEC(const char *) option_list;

struct options {
#define BOOL(field, name, def, cmds, on, help) bool field;
#define INT(field, name, def, min, max, cmds, on, meta, help) int64_t field;
#define STR(field, name, def, cmds, on, meta, help) const char *field;
#define CHOICE(field, name, def, choices, cmds, on, help) int field;
#define LIST(field, name, cmds, on, meta, help) option_list field;
#include "base/options.def"
#undef BOOL
#undef INT
#undef STR
#undef CHOICE
#undef LIST
};

void options_init(struct options *opt);
void options_release(struct options *opt);

enum option_result {
    OPTION_OK,      /* taken; *used words consumed */
    OPTION_UNKNOWN, /* no such option for this command; *error says so */
    OPTION_INVALID, /* known, but its value is wrong; *error says why */
};

/* Takes the option at argv[0] (which starts with "--"), as --name, --no-name,
 * --name=value or --name value. Values are kept by pointer into argv. */
enum option_result options_parse(struct options *opt, enum command cmd, char *const *argv, int argc, int *used,
                                 struct str *error);
/* An option as a shell's completion needs it. */
struct option_info {
    const char *name; /* without dashes */
    const char *help;
    const char *meta;    /* "FILE", "N"; NULL: no value, or one of choices */
    const char *choices; /* "a|b|c"; NULL: none */
    bool is_bool;        /* --name and --no-name */
    bool on;             /* its default, so that only the other form is of use */
};
/* Calls `each` for the options that the command takes, in their order. */
void options_each(enum command cmd, void (*each)(void *owner, const struct option_info *info), void *owner);
/* Calls `each` for the options of the command that have another value than usual, with the word that sets it, once for
 * each value of a list. */
void options_given(const struct options *opt, enum command cmd,
                   void (*each)(void *owner, const char *name, const char *word), void *owner);
/* The column ON of the option of that name; ON_REFUSED if no command that workers may do has it. */
enum option_on option_on(const char *name);
/* Adds one line for each option that the command takes, or (all false) for those that most users
 * want; returns how many it left out. */
int options_help(enum command cmd, bool all, struct str *out);
/* The word of the list that is most like this one, if any is; NULL: none. */
const char *option_most_like(const char *word, const char *const *list, int n);

#endif
