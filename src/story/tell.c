/* The story of a run that was recorded. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "exec/sym/input.h"
#include "exec/sym/sym.h"
#include "ir/cfg.h"
#include "story/record_inside.h"
#include "story/story.h"
#include "test/inputs.h"
#include "test/test.h"
#include "text/source.h"

enum { VALUES_SHOWN = 4, LINE_VALUES_SHOWN = 6, MOST_STEPS = 1000 };

/* A step with the time it happened at, for sorting. */
struct timed {
    uint64_t order;
    struct story_step step;
};

/* What is to become a step: a decision of a call, or (decision NULL) the call itself. */
struct event_seen {
    uint64_t order;
    const struct call *call;
    const struct decision *decision;
    uint32_t depth;
};

struct teller {
    struct record *r;
    struct story *story;
    VEC(struct event_seen) events;
    VEC(struct timed) steps;
};

static struct story_place place_of(const struct teller *t, uint32_t pos) {
    const struct program *p = t->r->x->p;
    struct position at = p->positions.data[pos];
    const char *file = at.file ? p->files.data[at.file] : "";
    return (struct story_place){arena_strdup(&t->story->arena, file), at.line, at.column};
}

static const char *keep(const struct teller *t, struct str *text) {
    const char *kept = arena_strdup(&t->story->arena, str_text(text));
    str_release(text);
    return kept;
}

static const char *keep_values(const struct teller *t, const struct function *fn, const vec_seen *seen, uint32_t most) {
    struct str text = {0};
    values_say(t->r->src, t->r->x->p, fn, seen->data, seen->len, most, &text);
    return keep(t, &text);
}

static void tell_decision(struct teller *t, const struct call *c, const struct decision *d, uint32_t depth) {
    const struct insn *in = cfg_terminator(c->fn, d->block);
    struct story_place at = place_of(t, in->pos);
    struct str text = {0};
    const char *keyword;
    bool seen = source_condition(t->r->src, at.file, at.line, at.column, &keyword, &text);
    bool loop = keyword[0] == 'w' || keyword[0] == 'f' || keyword[0] == 'd';
    enum story_kind kind = in->op == IR_SWITCH ? STORY_SWITCH : loop ? STORY_LOOP : STORY_BRANCH;
    if (!seen) str_clear(&text);
    struct story_step step = {.kind = kind,
                              .at = at,
                              .function = arena_strdup(&t->story->arena, c->fn->name),
                              .depth = depth,
                              .active = c->active,
                              .symbolic = d->symbolic,
                              .taken = d->taken,
                              .times = loop ? d->rounds : d->times};
    step.text = keep(t, &text);
    step.values = keep_values(t, c->fn, &d->seen, VALUES_SHOWN);
    vec_push(&t->steps, (struct timed){d->order, step});
}

static void tell_entry(struct teller *t, const struct call *c, uint32_t depth) {
    struct story_step step = {.kind = STORY_CALL,
                              .at = place_of(t, c->call_pos),
                              .depth = depth - 1,
                              .active = c->active,
                              .times = c->times,
                              .values = ""};
    step.function = arena_strdup(&t->story->arena, c->parent->fn->name);
    step.text = arena_strdup(&t->story->arena, c->fn->name);
    vec_push(&t->steps, (struct timed){c->order, step});
}

/* Did the input decide anything in the call itself? */
static bool has_symbolic(const struct call *c) {
    for (uint32_t i = 0; i < c->decisions.len; i++)
        if (c->decisions.data[i].symbolic) return true;
    return false;
}

/* Calls may be nested a hundred thousand deep: no recursion over active ones. */
static void collect_events(struct teller *t, const struct call *root) {
    struct {
        const struct call *call;
        uint32_t depth;
    } at;
    VEC(typeof(at)) todo = {0};
    at.call = root;
    at.depth = 0;
    vec_push(&todo, at);
    while (todo.len) {
        at = vec_pop(&todo);
        const struct call *c = at.call;
        if (c->parent && c->parent->fn && !(c->fn && c->fn->harness) && (c->active || has_symbolic(c)))
            vec_push(&t->events, (struct event_seen){c->order, c, NULL, at.depth});
        bool told = !c->fn || !c->fn->harness; /* its decisions are inputs, which the story shows with their names */
        for (uint32_t i = 0; told && i < c->decisions.len; i++)
            if (c->active || c->decisions.data[i].symbolic)
                vec_push(&t->events,
                         (struct event_seen){c->decisions.data[i].order, c, &c->decisions.data[i], at.depth});
        uint32_t depth = c->fn ? at.depth + 1 : at.depth;
        for (uint32_t i = 0; i < c->callees.len; i++) {
            at.call = c->callees.data[i];
            at.depth = depth;
            vec_push(&todo, at);
        }
    }
    vec_release(&todo);
}

static int by_event(const void *a, const void *b) {
    uint64_t x = ((const struct event_seen *)a)->order, y = ((const struct event_seen *)b)->order;
    return x < y ? -1 : x > y;
}

/* The latest of them become steps. */
static void tell_events(struct teller *t) {
    uint32_t n = t->events.len;
    if (n) qsort(t->events.data, n, sizeof *t->events.data, by_event);
    for (uint32_t i = n > MOST_STEPS ? n - MOST_STEPS : 0; i < n; i++) {
        const struct event_seen *e = &t->events.data[i];
        if (e->decision) tell_decision(t, e->call, e->decision, e->depth);
        else tell_entry(t, e->call, e->depth);
    }
}

static void tell_input(struct teller *t, const struct taking *taking, const struct trail *trail,
                       const struct test_input *in) {
    struct story_step step = {
        .kind = STORY_INPUT, .at = place_of(t, trail->pos), .active = true, .symbolic = true, .times = 1};
    struct str name = {0}, value = {0};
    bool assigned = trail->kind == INPUT_WORD &&
                    source_assigned(t->r->src, step.at.file, step.at.line, step.at.column, trail->name, &name);
    if (!assigned) {
        str_clear(&name);
        str_add(&name, trail->name);
    }
    report_value(in, &value);
    step.text = keep(t, &name);
    step.values = keep(t, &value);
    step.function = arena_strdup(&t->story->arena, taking->fn ? taking->fn->name : "");
    vec_push(&t->steps, (struct timed){taking->order, step});
}

enum { BYTES_READ = 256 }; /* of an input */

static uint64_t byte_key(uint32_t input, uint32_t offset) { return ((uint64_t)input + 1) << 16 | offset; }

/* The values of all inputs, by byte_key; what the trail says last counts. */
static void read_bytes(const struct state *st, struct map *bytes) {
    for (const struct trail *t = st->trail; t; t = t->prev) {
        uint64_t value = t->is_part ? model_get(st->model, t->sym) : 0;
        for (uint32_t i = 0; t->is_part && i < t->size && t->offset + i < BYTES_READ; i++)
            if (!map_find(bytes, byte_key(t->input, t->offset + i)))
                map_put(bytes, byte_key(t->input, t->offset + i), (uint8_t)(value >> (8 * i)));
    }
}

static void tell_inputs(struct teller *t) {
    struct map bytes;
    map_init(&bytes);
    read_bytes(t->r->x->now, &bytes);
    for (const struct trail *e = t->r->x->now->trail; e; e = e->prev) {
        if (e->is_part || e->input >= t->r->takings.len || e->kind == INPUT_UNINIT) continue;
        struct test_input in = {.kind = e->kind == INPUT_WORD ? TEST_WORD : TEST_BYTES,
                                .name = (char *)(uintptr_t)e->name,
                                .type = (char *)(uintptr_t)e->type,
                                .size = e->size < BYTES_READ ? e->size : BYTES_READ};
        in.bytes = mem_zalloc(in.size + 1);
        for (uint32_t i = 0; i < in.size; i++) in.bytes[i] = (uint8_t)map_get(&bytes, byte_key(e->input, i), 0);
        tell_input(t, &t->r->takings.data[e->input], e, &in);
        mem_free(in.bytes);
    }
    map_release(&bytes);
}

/* The user's frame in which the error is. */
static const struct frame *frame_of_error(const struct exec *x) {
    const struct frame *f = x->now->top;
    while (f && f->fn->runtime) f = f->caller;
    return f;
}

static void tell_error(struct teller *t, uint32_t depth) {
    struct exec *x = t->r->x;
    struct story_step step = {.kind = STORY_ERROR,
                              .at = place_of(t, x->bug.pos),
                              .depth = depth,
                              .active = true,
                              .symbolic = true,
                              .times = 1,
                              .function = "",
                              .values = ""};
    const struct frame *f = frame_of_error(x);
    step.text = arena_strdup(&t->story->arena, str_text(&x->bug.message));
    if (f) {
        uint32_t pc = (uint32_t)(f->pc - f->fn->code), block = cfg_block_at(f->fn, pc < f->fn->ncode ? pc : pc - 1);
        vec_seen seen = {0};
        values_look(x, f, f->fn->blocks[block].first, pc, step.at.line, false, &seen);
        step.values = keep_values(t, f->fn, &seen, VALUES_SHOWN);
        step.function = arena_strdup(&t->story->arena, f->fn->name);
        vec_release(&seen);
    }
    vec_push(&t->steps, (struct timed){UINT64_MAX, step});
}

/* Of a condition made of several (a && b) the last part decides; the others are part of it. */
static bool is_part_of(const struct story_step *a, const struct story_step *b) {
    if (a->kind < STORY_BRANCH || a->kind > STORY_LOOP || b->kind < STORY_BRANCH || b->kind > STORY_LOOP) return false;
    return a->at.line == b->at.line && a->depth == b->depth && *a->text && !strcmp(a->function, b->function) &&
           strstr(b->text, a->text);
}

/* Appends the items of a list ("x = 1, y = 2") that the other has not. */
static const char *join_values(struct teller *t, const char *all, const char *more) {
    struct str text = {0};
    str_add(&text, all);
    while (*more) {
        const char *end = strstr(more, ", ");
        size_t len = end ? (size_t)(end - more) : strlen(more);
        char *item = arena_strndup(&t->story->arena, more, len);
        if (!strstr(str_text(&text), item)) str_addf(&text, "%s%s", text.len ? ", " : "", item);
        more += len + (end ? 2 : 0);
    }
    return keep(t, &text);
}

/* The condition that the one of step i is part of, decided right behind it; NULL: none. */
static const struct story_step *whole_of(const struct teller *t, uint32_t i) {
    const struct story_step *part = &t->steps.data[i].step;
    for (uint32_t k = i + 1; k < t->steps.len; k++) {
        const struct story_step *step = &t->steps.data[k].step;
        if (step->at.line != part->at.line || step->kind < STORY_BRANCH) return NULL;
        if (is_part_of(part, step)) return step;
    }
    return NULL;
}

static void add_steps(struct teller *t) {
    for (uint32_t i = 0; i < t->steps.len; i++) {
        const struct story_step *step = &t->steps.data[i].step;
        if (!whole_of(t, i)) {
            vec_push(&t->story->steps, *step);
            continue;
        }
        struct story_step *next = &t->steps.data[i + 1].step; /* the whole, or another part of it */
        next->values = join_values(t, step->values, next->values);
        next->symbolic |= step->symbolic;
    }
}

static int by_order(const void *a, const void *b) {
    uint64_t x = ((const struct timed *)a)->order, y = ((const struct timed *)b)->order;
    return x < y ? -1 : x > y;
}

/* ---- lines ------------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b) {
    const struct story_line *x = a, *y = b;
    int files = strcmp(x->file, y->file);
    if (files) return files;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* A value with the line it belongs to. */
struct line_value {
    uint32_t line;
    struct seen seen;
};

static int by_line(const void *a, const void *b) {
    const struct line_value *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->seen.pc < y->seen.pc ? -1 : x->seen.pc > y->seen.pc;
}

/* Lines are shown once, however many functions and blocks have code in them. */
static struct story_line *line_at(struct teller *t, struct map *known, struct position at) {
    uint64_t key = (uint64_t)at.file << 32 | at.line, *found = map_find(known, key);
    if (found) return &t->story->lines.data[*found];
    map_put(known, key, t->story->lines.len);
    const char *file = arena_strdup(&t->story->arena, t->r->x->p->files.data[at.file]);
    vec_push(&t->story->lines, (struct story_line){file, at.line, 0, ""});
    return &vec_last(&t->story->lines);
}

static void tell_hits(struct teller *t, struct map *known, const struct function *fn) {
    const struct program *p = t->r->x->p;
    for (uint32_t b = 0; b < fn->nblocks; b++) {
        uint64_t hits = t->r->hits[fn->id][b];
        for (uint32_t pc = fn->blocks[b].first; hits && pc < fn->blocks[b].end; pc++) {
            struct position at = p->positions.data[fn->code[pc].pos];
            if (!at.file || !at.line) continue;
            struct story_line *l = line_at(t, known, at);
            if (l->hits < hits) l->hits = hits;
        }
    }
}

static void tell_values(struct teller *t, struct map *known, const struct function *fn) {
    const struct program *p = t->r->x->p;
    const vec_seen *last = &t->r->last[fn->id];
    VEC(struct line_value) all = {0};
    for (uint32_t i = 0; i < last->len; i++)
        if (last->data[i].pc != UINT32_MAX)
            vec_push(&all, (struct line_value){p->positions.data[fn->code[i].pos].line, last->data[i]});
    if (all.len) qsort(all.data, all.len, sizeof *all.data, by_line);
    for (uint32_t i = 0, end; i < all.len; i = end) {
        vec_seen seen = {0};
        for (end = i; end < all.len && all.data[end].line == all.data[i].line; end++)
            vec_push(&seen, all.data[end].seen);
        struct position at = p->positions.data[fn->code[all.data[i].seen.pc].pos];
        if (at.file && at.line) line_at(t, known, at)->values = keep_values(t, fn, &seen, LINE_VALUES_SHOWN);
        vec_release(&seen);
    }
    vec_release(&all);
}

static void tell_lines(struct teller *t) {
    const struct program *p = t->r->x->p;
    struct map known;
    map_init(&known);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        if (!t->r->hits[i]) continue;
        tell_hits(t, &known, p->functions.data[i]);
        tell_values(t, &known, p->functions.data[i]);
    }
    map_release(&known);
    if (t->story->lines.len) qsort(t->story->lines.data, t->story->lines.len, sizeof *t->story->lines.data, by_place);
}

struct story *record_tell(struct record *r) {
    struct teller t = {.r = r, .story = MEM_NEW(struct story)};
    arena_init(&t.story->arena);
    record_end(r);
    collect_events(&t, r->root);
    tell_events(&t);
    tell_inputs(&t);
    if (t.steps.len) qsort(t.steps.data, t.steps.len, sizeof *t.steps.data, by_order);
    add_steps(&t);
    vec_clear(&t.steps);
    uint32_t depth = 0;
    for (const struct call *c = r->now; c && c->parent && c->parent->fn; c = c->parent) depth++;
    tell_error(&t, depth);
    vec_push(&t.story->steps, t.steps.data[0].step);
    vec_release(&t.steps);
    vec_release(&t.events);
    if (r->lines) tell_lines(&t);
    return t.story;
}
