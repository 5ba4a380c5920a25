/* Rare paths, provoked: for a build that is only for tests (make PROVOKE=1, in build-provoke).
 *
 * Caches that are full, tables that overflow and limits that are reached are seldom met by small
 * programs. In this build they are small, and what is only there for speed is forgotten or left out by
 * chance. No verdict may depend on it. SHRIKE_PROVOKE=N in the environment seeds the chance; without
 * it nothing happens by chance. In any other build all of this is nothing at all.
 *
 *   enum { TABLE_SIZE = PROVOKED(4096, 4) };       a size: usually, and here
 *   if (provoke(8)) table_flush(t);                once in eight times
 *
 * This is the one place with a mutable global: the hooks are where no context is at hand.
 */
#ifndef SHRIKE_BASE_PROVOKE_H
#define SHRIKE_BASE_PROVOKE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef SHRIKE_PROVOKE
#define PROVOKED(usual, here) (here)
bool provoke(uint32_t odds);
#else
#define PROVOKED(usual, here) (usual)
static inline bool provoke(uint32_t odds) {
    (void)odds;
    return false;
}
#endif

#endif
