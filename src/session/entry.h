/* --entry: the function to start in. One with parameters is called by a harness (harness/harness.h), which
 * takes the place of the file that defines it. */
#ifndef SHRIKE_SESSION_ENTRY_H
#define SHRIKE_SESSION_ENTRY_H

#include "front/front.h"
#include "harness/harness.h"
#include "session/command.h"

struct exec;

struct entry_harness {
    bool prepared;
    bool active; /* the function is called by: */
    struct harness harness;
    char *path; /* its file, in a folder of ours; NULL: none */
    char *folder;
    VEC(const char *) files;      /* of the command line, with the harness in place of one */
    VEC(struct front_unit) units; /* how they are compiled; empty: all alike */
    char *function;               /* --entry without the file; NULL: as it is */
};

/* Decides whether a harness is needed and writes it, once. False after a message. */
bool entry_prepare(struct context *ctx, const struct command_line *line);
/* What to compile, and where to start (NULL: nowhere). */
const char *const *entry_files(const struct command_line *line);
const struct front_unit *entry_units(const struct command_line *line);
const char *entry_name(const struct context *ctx, const struct command_line *line);
/* Says what can be done if the harness does not compile. */
void entry_explain(struct context *ctx, const struct command_line *line);
/* Tells the program what types its inputs have. */
void entry_describe(const struct command_line *line, struct program *p);
/* Adds what is taken for granted of parameters to the premises of a run. */
void entry_assume(const struct command_line *line, struct exec *x);
/* Options that change what a harness does, as they were given (for a command that repeats the run). */
void entry_add_options(const struct context *ctx, struct str *out);
/* Removes its file. */
void entry_release(struct entry_harness *e);

/* Which function, and how its harness is to look. */
struct entry_wish {
    const char *file; /* NULL: any of the command line */
    const char *function;
    const char *include; /* how its file is named; NULL: by its absolute path */
    const char *entry;   /* the harness' own function; NULL: main if there is none */
};
enum entry_result {
    ENTRY_WRITTEN,
    ENTRY_NOT_FOUND, /* in no C file */
    ENTRY_WRONG,     /* after a message */
};
/* Appends the text. *file_number: of the file that it includes; *plain: the function takes nothing and needs
 * no harness. Release h in any case. */
enum entry_result entry_write(struct context *ctx, const struct command_line *line, const struct entry_wish *wish,
                              struct harness *h, int *file_number, bool *plain, struct str *text);

#endif
