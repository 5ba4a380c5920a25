/* The cage: what every native run of an analysed program, and every tool that reads its source, is started in.
 *
 * A small program of its own, linked statically and built into shrike, so that starting it costs a millisecond and
 * nothing of shrike is in its memory. It takes the kernel's means one after the other:
 *
 *   space.c      namespaces: no other process, no network, a file system that is read-only but for the folders that are
 *                named, with an empty /tmp, /run, home (unless it is a tool's) and the harmless part of /dev
 *   rules.c      Landlock: the same about files once more, and about signals and TCP where the kernel has that
 *   filter.c     seccomp: system calls that no analysed program needs (denied.def)
 *   watch.c      waiting: memory, number of processes; nothing is left when it is over
 *
 * Where the kernel refuses namespaces, Landlock and a stricter filter must do (light). Where there is no Landlock
 * either, nothing is started.
 *
 * Processes: shrike ─ cage ─ first process of the namespaces ─ program. The first one is ours, because the kernel keeps
 * signals from a first process that it does not handle: abort() would end otherwise than outside. */
#ifndef SHRIKE_CAGE_CAGE_H
#define SHRIKE_CAGE_CAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { CAGE_MOST_FOLDERS = 32, CAGE_REPORT_FD = 199 /* as src/replay/process.h has it */ };

struct cage_folder {
    const char *path; /* or a file */
    bool writable;
};

struct cage {
    bool tool;            /* it reads what the user may read: home and /tmp are seen, and not written */
    bool light;           /* without namespaces */
    uint64_t memory;      /* bytes of all processes together; 0: no limit */
    uint64_t space_bytes; /* of addresses, each process; 0: no limit */
    struct cage_folder folders[CAGE_MOST_FOLDERS]; /* seen in any case, in this order */
    int nfolders;
    const char *home; /* hidden; NULL: none is */
    const char *program;
    char *const *argv; /* NULL behind the last */
};

/* Statuses that are the cage's own. */
enum { CAGE_REFUSED = 125, CAGE_NOT_FOUND = 127 };

/* Ends the process with CAGE_REFUSED after a line "SHRIKE cage: WHAT: REASON" where reports go. errno is the reason. */
_Noreturn void cage_fail(const char *what);

/* ---- space.c ---- */

/* Forks into namespaces of their own: 0 in the child, -1 if the kernel does not let us. */
pid_t space_clone(void);
/* In that child: makes the file system as it is to be seen, and gives up all rights over it. False: it cannot. */
bool space_furnish(const struct cage *c);

/* ---- rules.c ---- */

/* 0: the kernel has none. */
int rules_version(void);
void rules_apply(const struct cage *c);

/* ---- filter.c ---- */

void filter_apply(const struct cage *c);

/* ---- watch.c ---- */

/* Waits for the child and ends as the program ended. told: where the first process of the namespaces tells how; -1: the
 * child is the program. Everything that it has started is gone then. */
_Noreturn void watch(const struct cage *c, pid_t child, int told);

#endif
