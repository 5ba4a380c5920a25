/* Why an option leads nowhere: the slice, what is remembered of it, and its replay. */
#ifndef SHRIKE_ENGINE_CDSE_LEARN_H
#define SHRIKE_ENGINE_CDSE_LEARN_H

#include "engine/cdse/inside.h"

/* Why does the option of level i lead nowhere? Adds what it found to the nogoods. */
struct nogood *cdse_learn(struct cdse *cd, uint32_t i);
/* ---- reason.c ---- */
void cdse_free_reasons(struct cdse *cd);
/* Adds to `literals` what a path must share with the current one so that addresses are the
 * same; with the guards in the script as well, so are the operands at all roots. False:
 * `literals` say it all. Without a script the guards are literals, too. */
bool cdse_slice(struct cdse *cd, const root_list *from, vec_u32 *literals, script_ops *script);
/* ---- slice.c ---- */
void cdse_free_slice(struct cdse *cd);
void memo_clear(struct stage *s);
void memo_release(struct stage *s);
/* The conditions contradict one another. Adds the literals of those guards and conditions
 * that are needed for that; false: not found out. */
bool cdse_replay(struct cdse *cd, const script_ops *script, const conflicting_list *conditions, vec_u32 *literals);
/* All guards of a script. */
void cdse_all_guards(const script_ops *script, vec_u32 *literals);
/* All options taken up to level i. */
void cdse_whole_path(const struct cdse *cd, uint32_t i, vec_u32 *literals);

/* What is live in a backward slice (slice.c): locations whose values the roots depend
 * on, and how instructions change that. A location is a slot of a frame, bytes of memory,
 * or the life of an object. */

struct live_slot {
    uint32_t frame, slot;
    bool exact;
};

struct live_bytes {
    uint64_t addr, size;
    uint32_t class;
    bool exact;
};

/* Nothing but this slot was live at the end of the level; literals from `first` on followed. */
struct mark {
    uint32_t level, frame, slot, first;
};

struct slice {
    struct cdse *cd;
    VEC(struct live_slot) slots;
    VEC(struct live_bytes) bytes;
    vec_u32 *literals;
    script_ops *script; /* NULL: not asked for */
    VEC(struct mark) marks;
    bool whole; /* everything is needed: done */
    bool exact; /* what becomes live now is */
    /* where the sweep is */
    uint32_t level, frame;
    const struct function *fn;
};

/* The whole path up to here is needed; nothing else matters then. */
void slice_need_all(struct slice *s);
/* Adds to the script, or a guard to the literals if there is none. */
void slice_note(struct slice *s, struct script_op op);
/* A slot of the frame that the sweep is in is live; bytes are. */
void slice_live(struct slice *s, uint32_t slot);
void slice_live_memory(struct slice *s, uint64_t addr, uint64_t size, uint32_t class);
/* What an instruction reads, the arguments of a call, the address of an access are live. */
void slice_live_reads(struct slice *s, const struct insn *in);
void slice_live_arguments(struct slice *s, const struct insn *in);
void slice_live_address(struct slice *s, const struct insn *in);
/* Makes the slot dead from here backwards. True: it was live. */
bool slice_kill_slot(struct slice *s, uint32_t frame, uint32_t slot);
/* Is a byte of the class live? */
bool slice_lives(const struct slice *s, uint32_t class);
/* May the instruction write what is live? */
bool slice_writes_any(const struct slice *s, const struct insn *in, uint32_t code);
/* From behind an instruction to before it; t: what it touched, NULL if nothing. */
void slice_pass(struct slice *s, uint32_t code, const struct touch *t);

#endif
