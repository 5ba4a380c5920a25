/* What is noted about a run while it goes on: a tree of calls, each with its decisions,
 * from which its story is told at the end (story/story.h).
 *
 * Memory follows the program, not the length of the run: a branch that is decided again in
 * the same call replaces what was noted before, and so does a function that is called
 * again from the same place in the same call.
 */
#ifndef SHRIKE_STORY_RECORD_H
#define SHRIKE_STORY_RECORD_H

#include <stdbool.h>
#include <stdint.h>

struct exec;
struct function;
struct record;
struct source;
struct story;

/* For a run of x, whose edges are split, from its beginning on. lines: what each line did is
 * wanted as well, which takes time at every block. */
struct record *record_new(struct exec *x, struct source *src, bool lines);
void record_free(struct record *r);
/* For exec_watch_blocks: the block at code index pc begins. */
void record_block(struct record *r, const struct function *fn, uint32_t pc);
/* The run has ended in x->bug, and blocks are watched no more. */
struct story *record_tell(struct record *r);

#endif
