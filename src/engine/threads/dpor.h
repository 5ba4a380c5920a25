/* One execution for each Mazurkiewicz trace. (Contract to be written.) */
#ifndef SHRIKE_ENGINE_THREADS_DPOR_H
#define SHRIKE_ENGINE_THREADS_DPOR_H

#include "engine/threads/inside.h"

enum dpor_end { DPOR_DONE, DPOR_MORE, DPOR_GIVEN_UP, DPOR_LIMIT };

struct dpor *dpor_new(struct threads_engine *e);
void dpor_free(struct dpor *d);
/* A state to begin with, which stays the caller's. */
void dpor_add(struct dpor *d, struct state *root);
/* Goes on for so many steps. */
enum dpor_end dpor_run(struct dpor *d, uint64_t most);
void dpor_mark(const struct dpor *d);

#endif
