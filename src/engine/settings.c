#include "engine/settings.h"

#include <assert.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/mem.h"
#include "exec/core/state.h"
#include "ir/live.h"
#include "mem/bytes.h"

enum {
    FEW = 8,        /* values of a flag */
    LARGE = 256,    /* stands for all greater ones */
    UNKNOWN = 257,  /* for what depends on the input */
    DEEPEST = 16,   /* frames that are looked at */
    MANY = 1 << 30, /* of values: it is no flag */
};

struct flag_values {
    uint32_t count;
    uint16_t seen[FEW];
};

struct state_settings {
    const struct program *p;
    struct live *live;
    VEC(const struct ir_global *) globals;
    VEC(struct flag_values) words;
    struct map numbers; /* of a word, by what it is */
    struct map alive;   /* of a place, to an index in slots */
    VEC(vec_u32) slots;
};

static bool may_be_flag(const struct ir_global *g) {
    return g && !g->constant && g->written && (g->size == 1 || g->size == 2 || g->size == 4 || g->size == 8);
}

struct state_settings *settings_new(const struct program *p) {
    struct state_settings *s = MEM_NEW(struct state_settings);
    s->p = p;
    s->live = live_new(p);
    map_init(&s->numbers);
    map_init(&s->alive);
    for (uint32_t i = 1; i < p->globals.len; i++)
        if (may_be_flag(p->globals.data[i])) vec_push(&s->globals, p->globals.data[i]);
    return s;
}

void settings_free(struct state_settings *s) {
    if (!s) return;
    live_free(s->live);
    for (uint32_t i = 0; i < s->slots.len; i++) vec_release(&s->slots.data[i]);
    vec_release(&s->slots);
    vec_release(&s->globals);
    vec_release(&s->words);
    map_release(&s->numbers);
    map_release(&s->alive);
    mem_free(s);
}

static struct flag_values *word_of(struct state_settings *s, uint64_t key) {
    uint64_t number = map_get(&s->numbers, key, s->words.len);
    if (number == s->words.len) {
        vec_push(&s->words, (struct flag_values){0});
        map_put(&s->numbers, key, number);
    }
    return &s->words.data[number];
}

/* Notes the value; false: the word has too many. */
static bool is_flag(struct flag_values *w, uint16_t value) {
    assert(value <= UNKNOWN && (w->count <= FEW || w->count == MANY));
    if (w->count == MANY) return false;
    for (uint32_t i = 0; i < w->count; i++)
        if (w->seen[i] == value) return true;
    if (w->count == FEW) return w->count = MANY, false;
    return w->seen[w->count++] = value, true;
}

static uint64_t mix(struct state_settings *s, uint64_t hash, uint64_t key, uint64_t value) {
    uint16_t small = value > UINT8_MAX && value != UNKNOWN ? LARGE : (uint16_t)value;
    return is_flag(word_of(s, key), small) ? hash_mix(hash, hash_mix(key, small)) : hash;
}

static uint64_t global_value(const struct state *st, const struct ir_global *g) {
    uint64_t value = 0;
    struct fault fault;
    assert(g->size <= sizeof value);
    if (space_is_symbolic(&st->space, g->address, g->size, true)) return UNKNOWN;
    if (space_read((struct space *)&st->space, g->address, &value, g->size, &fault)) return UNKNOWN;
    return value == UNKNOWN ? LARGE : value;
}

/* The slots that are needed when the call before pc has returned. */
static const vec_u32 *alive_at(struct state_settings *s, const struct function *f, uint32_t pc) {
    uint64_t key = (uint64_t)f->id << 32 | pc, number = map_get(&s->alive, key, s->slots.len);
    if (number < s->slots.len) return &s->slots.data[number];
    struct bitset set;
    bitset_init(&set);
    live_at(s->live, f, pc, &set);
    vec_u32 list = {0};
    for (int64_t i = bitset_next(&set, f->nconsts); i >= 0; i = bitset_next(&set, (uint32_t)i + 1))
        vec_push(&list, (uint32_t)i);
    bitset_release(&set);
    vec_push(&s->slots, list);
    map_put(&s->alive, key, number);
    return &s->slots.data[number];
}

static uint64_t mix_frame(struct state_settings *s, uint64_t hash, const struct frame *f) {
    assert(f->pc >= f->fn->code && f->pc < f->fn->code + f->fn->ncode);
    const vec_u32 *slots = alive_at(s, f->fn, (uint32_t)(f->pc - f->fn->code));
    for (uint32_t i = 0; i < slots->len; i++) {
        uint32_t slot = slots->data[i];
        uint64_t value = frame_sym(f, slot) ? UNKNOWN : f->regs[slot] == UNKNOWN ? LARGE : f->regs[slot];
        hash = mix(s, hash, (uint64_t)f->fn->id << 32 | slot, value);
    }
    return hash;
}

uint64_t settings_of(struct state_settings *s, const struct state *st) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < s->globals.len; i++) {
        const struct ir_global *g = s->globals.data[i];
        hash = mix(s, hash, g->address, global_value(st, g));
    }
    uint32_t depth = 0;
    for (const struct frame *f = st->top ? st->top->caller : NULL; f && depth < DEEPEST; f = f->caller, depth++)
        if (ir_is_users(f->fn)) hash = mix_frame(s, hash, f);
    return hash;
}
