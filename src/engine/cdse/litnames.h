/* Names of literals that mean the same in every process that executes the program.
 *
 * Literals are numbered as nodes are made, so that the numbers differ from run to run. What a node stands for does not:
 * the node that called its function, and so on to the start; the rounds of the loops around it; where it begins. The
 * name is a digest of that, and of what the graph as a whole depends on; an option's is one of its node's, of its kind
 * and of where it goes. No two options of a node have the same kind and code. (128 bits of a digest are believed, as
 * elsewhere.)
 *
 * A name does not suffice to make the node: a literal is known by its name once its node has its options here.
 */
#ifndef SHRIKE_ENGINE_CDSE_LITNAMES_H
#define SHRIKE_ENGINE_CDSE_LITNAMES_H

#include "engine/cdse/fcfg.h"
#include "mem/digest.h"

struct litnames {
    const struct fcfg *g;
    struct digest origin;
    VEC(struct digest) literals;         /* by literal; 0, 0: it has none yet */
    VEC(struct digest) frames, contexts; /* by number */
    struct map known;                    /* first half of a name -> literal */
};

/* The graph has its first node. origin: what else has to be the same. */
void litnames_init(struct litnames *n, const struct fcfg *g, struct digest origin);
void litnames_release(struct litnames *n);
/* The node has its options, and so has every node that calls lead to it from: names all of its literals. False: they
 * had names. */
bool litnames_add(struct litnames *n, uint32_t node);
/* 0, 0: it has none. */
struct digest litnames_of(const struct litnames *n, uint32_t literal);
/* 0: none is called so, as far as is known. */
uint32_t litnames_find(const struct litnames *n, struct digest name);

#endif
