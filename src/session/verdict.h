/* The verdict: what a run has come to, in a word and an exit status. Commands collect the facts and print the text;
 * here, and nowhere else, is decided what is claimed.
 *
 *   SAFE (bound 3, no arguments)     the words in parentheses say what was left out
 *
 * Invariants: (1) SAFE, UNREACHABLE and COMPLETE need a search that the engine has exhausted and no gap but a bound of
 * the user's; (2) UNSAFE needs an error that the native program has shown (unless the user wants no native runs); (3)
 * whatever was left out is among the words. */
#ifndef SHRIKE_SESSION_VERDICT_H
#define SHRIKE_SESSION_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

struct str;

struct verdict_facts {
    bool exhausted;     /* the engine has nothing left to execute */
    uint32_t gaps;      /* bits: 1 << enum gap */
    uint32_t findings;  /* errors that were reported */
    uint32_t confirmed; /* of them */
    uint32_t excused;   /* of these: they are known */
    uint32_t targets;   /* of reach */
    uint32_t open;      /* of them, not reached */
    int64_t bound;      /* --bound; below 0: none */
    int64_t preemptions;
    const char *scope; /* the inputs that were looked at (premises_scope); "": all */
    bool tso;          /* the memory model is not the usual one, and the program has threads */
    bool strict;       /* what was left out fails the run */
};

/* How much was executed. */
enum extent { EXTENT_PARTIAL, EXTENT_BOUNDED, EXTENT_ALL };
enum extent verdict_extent(const struct verdict_facts *f);
/* Is something left out, by a bound or because the options leave those inputs out? */
bool verdict_is_bounded(const struct verdict_facts *f);

/* Of `verify`, before anything is excused: appends SAFE, UNSAFE or UNKNOWN; returns EXIT_FINE, EXIT_UNSAFE,
 * EXIT_UNKNOWN or EXIT_INTERNAL. */
int verdict_verify(const struct verdict_facts *f, struct str *text);
/* What the exit status is to be: errors that are known do not fail a run (the text says so), a bound does with
 * --strict. */
int verdict_judge(const struct verdict_facts *f, int status, struct str *text);
/* Of `reach`: of the targets that were not reached, UNREACHABLE or UNKNOWN, and of all, where REACHABLE comes first. */
int verdict_of_open(const struct verdict_facts *f, struct str *text);
int verdict_reach(const struct verdict_facts *f, struct str *text);
/* Of `test` and of `fuzz`: appends COMPLETE or INCOMPLETE. */
int verdict_test(const struct verdict_facts *f, struct str *text);
int verdict_fuzz(const struct verdict_facts *f, struct str *text);

#endif
