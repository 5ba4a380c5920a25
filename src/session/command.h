/* A command line, and what it says about the program. */
#ifndef SHRIKE_SESSION_COMMAND_H
#define SHRIKE_SESSION_COMMAND_H

#include "base/context.h"
#include "base/exit.h"
#include "engine/engine.h"
#include "exec/core/check.h"
#include "ir/ir.h"

#define SHRIKE_VERSION "1.0.0"

struct front_input;
struct front_kept;
struct entry_harness;
struct front_unit;

/* A command line after parsing. */
struct command_line {
    enum command command;
    const char *name;
    VEC(const char *) files;
    VEC(const char *) given;        /* in whose place a build's sources are: what the user wrote; none: files */
    const struct front_unit *units; /* how the files are compiled; NULL: all alike */
    const char *cache;              /* folder for bitcode; NULL: none */
    VEC(const char *) clang;        /* options for the compiler */
    VEC(const char *) ignored;      /* options of compilers that mean nothing here, each with the reason behind it */
    VEC(const char *) arguments;    /* after "--" */
    VEC(const char *) targets;      /* of reach */
    VEC(char *) kept;               /* words that we have made */
    bool is32;
    struct entry_harness *harness; /* around --entry's function (session/entry.h); NULL: none is possible */
    const char *const *words;      /* behind the command, as given */
    int nwords;
};

/* The program as the user named it. */
const char *command_program(const struct command_line *line);
/* What the front end is to know; headers keeps the name of our include folder. */
void command_input(struct context *ctx, const struct command_line *line, struct front_input *input,
                   struct str *headers);
/* Loads the program of the command line; NULL after a message. */
struct program *command_load(struct context *ctx, const struct command_line *line);
/* The same before loops are bounded; bitcode: made of the command line's files, to be taken in
 * their place (NULL: none); kept (may be NULL): what clang makes of them, for a second load. */
struct program *command_load_unbound(struct context *ctx, const struct command_line *line, const char *bitcode,
                                     struct front_kept *kept);
/* Puts the bounds in that the command line and the engine ask for. False after a message. */
bool command_bound(struct context *ctx, enum engine engine, struct program *p);
/* What --check or --property asks for: the checks, and which of their errors count.
 * False after a message. */
bool command_checks(struct context *ctx, const struct command_line *line, check_set *checks, bug_set *wanted);
/* A hash of what is executed: a process that has another program must not work on the same job. */
uint64_t command_fingerprint(const struct program *p);

#endif
