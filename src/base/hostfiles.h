/* Files of another machine that the program under test may read here, in place of this machine's. */
#ifndef SHRIKE_BASE_HOSTFILES_H
#define SHRIKE_BASE_HOSTFILES_H

#include "base/str.h"
#include "base/vec.h"

struct hostfile {
    char *name; /* as the program calls it, relative to the folder in which the command was given */
    struct str data;
};

struct hostfiles {
    VEC(struct hostfile) files;
};

/* Takes the data over. */
void hostfiles_add(struct hostfiles *h, const char *name, struct str *data);
/* NULL: it is not among them. */
const struct str *hostfiles_find(const struct hostfiles *h, const char *path);
void hostfiles_release(struct hostfiles *h);

#endif
