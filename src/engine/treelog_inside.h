/* Inside of a tree log: treelog.c records, treelog_write.c writes. */
#ifndef SHRIKE_ENGINE_TREELOG_INSIDE_H
#define SHRIKE_ENGINE_TREELOG_INSIDE_H

#include "cond/spell.h"
#include "engine/treelog.h"

struct tree_entry {
    uint32_t parent;
    uint32_t other;       /* the node that subsumed it, or that it went back to; 0: none */
    const char *function; /* where it begins */
    uint32_t pos, end_pos;
    uint32_t depth;       /* frames */
    uint32_t constraints; /* of its path condition at the start */
    const char *how;      /* its segment ended */
    char *cond;           /* what its path adds to the parent's; NULL: nothing */
    char *fact;           /* NULL: none */
    char *error;          /* NULL: none */
    uint32_t refused;     /* infeasible leaves below */
};

struct treelog {
    struct exec *x;
    struct spell spell;
    VEC(struct tree_entry) entries; /* number 0 unused */
    struct map makers;              /* fact -> node */
    struct places none;             /* until an engine has places */
    uint32_t most;                  /* entries; 0: any number */
    uint64_t missing;               /* that were too many */
};

/* Appends the whole tree. */
void treelog_json(const struct treelog *log, struct str *out);
void treelog_dot(const struct treelog *log, struct str *out);

#endif
