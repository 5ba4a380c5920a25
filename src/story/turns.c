#include "mem/bytes.h"
#include "story/rerun.h"

#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "exec/core/exec.h"
#include "story/story.h"

enum { MOST_EVENTS = 4096 };

/* An access, and what was read or has been written. */
struct turn_event {
    uint32_t thread, pos;
    const struct function *fn;
    struct thread_access what;
    uint64_t value;
    bool known;   /* the value */
    bool waiting; /* a write that is held back: others do not see it yet */
    uint64_t times;
};

struct turn_log {
    struct exec *x;
    VEC(struct turn_event) all;
};

static void read_value(const struct turn_log *log, struct turn_event *e) {
    struct space *s = &log->x->now->space;
    struct fault fault;
    e->value = 0;
    e->known = e->what.size && e->what.size <= sizeof e->value &&
               !space_check(s, e->what.addr, e->what.size, false, &fault) &&
               !space_is_symbolic(s, e->what.addr, e->what.size, true) &&
               !space_read(s, e->what.addr, &e->value, e->what.size, &fault);
}

/* What was written is there by now. */
static void settle(struct turn_log *log) {
    if (log->all.len && vec_last(&log->all).what.kind & ACCESS_WRITE && !(vec_last(&log->all).what.kind & ACCESS_HELD))
        read_value(log, &vec_last(&log->all));
}

/* A store leaves its buffer: it was done where the thread did it. */
static void find_store(struct turn_log *log, struct turn_event *e) {
    for (uint32_t i = 0; i < log->all.len; i++) {
        struct turn_event *s = &log->all.data[i];
        if (!s->waiting || s->thread != e->thread || e->what.addr - s->what.addr >= s->what.size) continue;
        e->pos = s->pos;
        e->fn = s->fn;
        s->waiting = e->what.addr + e->what.size < s->what.addr + s->what.size; /* there is more of it */
        return;
    }
}

/* The store in progress, of which the value is known now. */
static bool is_stored(struct turn_log *log, const struct turn_event *e) {
    struct turn_event *last = log->all.len ? &vec_last(&log->all) : NULL;
    if (!last || !last->waiting || last->known || last->thread != e->thread || last->what.addr != e->what.addr)
        return false;
    last->value = e->value;
    last->known = e->known;
    return true;
}

static bool is_same(const struct turn_event *a, const struct turn_event *b) {
    return a->thread == b->thread && a->pos == b->pos && a->what.addr == b->what.addr && a->what.kind == b->what.kind &&
           a->value == b->value;
}

static const struct function *user_function(const struct state *st) {
    const struct frame *f = st->top;
    while (f->caller && f->fn->runtime) f = f->caller;
    return f->fn;
}

static void on_access(void *owner, struct exec *x, const struct thread_access *a) {
    struct turn_log *log = owner;
    settle(log);
    if (!x->now->threads || a->kind & ACCESS_ANYTHING || !a->size) return;
    bool held = a->kind & ACCESS_HELD;
    struct turn_event e = {.thread = threads_name(x, threads_self(x->now)),
                           .waiting = held,
                           .pos = exec_user_position(x),
                           .fn = user_function(x->now),
                           .what = *a,
                           .times = 1};
    read_value(log, &e);
    if (held && is_stored(log, &e)) return;
    if (held) e.known = false; /* it is noted again when it is done */
    if (a->kind & ACCESS_SEEN) find_store(log, &e);
    if (log->all.len && is_same(&vec_last(&log->all), &e)) {
        vec_last(&log->all).times++;
        return;
    }
    if (log->all.len == MOST_EVENTS) { /* the latest matter */
        log->all.len /= 2;
        memmove(log->all.data, log->all.data + log->all.len, log->all.len * sizeof *log->all.data);
    }
    vec_push(&log->all, e);
}

struct turn_log *turn_log_new(struct exec *x) {
    struct turn_log *log = mem_zalloc(sizeof *log);
    log->x = x;
    x->threads.acts = on_access;
    x->threads.acts_owner = log;
    return log;
}

void turn_log_free(struct turn_log *log) {
    vec_release(&log->all);
    mem_free(log);
}

/* ---- telling ----------------------------------------------------------------------------------------- */

static struct story_place place_of(const struct program *p, struct story *s, uint32_t pos) {
    struct position at = p->positions.data[pos];
    return (struct story_place){arena_strdup(&s->arena, at.file ? p->files.data[at.file] : ""), at.line, at.column};
}

static void add_name(const struct mem_object *obj, const struct turn_event *e, struct str *out) {
    uint64_t off = obj ? e->what.addr - obj->base : 0;
    if (!obj || !obj->name) {
        str_add(out, obj && obj->kind == OBJECT_HEAP ? "a heap block" : "memory");
    } else {
        str_add(out, obj->name);
        if (off && off % e->what.size == 0 && obj->size % e->what.size == 0)
            str_addf(out, "[%llu]", (unsigned long long)(off / e->what.size));
        else if (off && !(e->what.kind & ACCESS_LOCK)) str_addf(out, "+%llu", (unsigned long long)off);
    }
}

static bool is_models(const struct program *p, const struct mem_object *obj) {
    const struct ir_global *g = obj && obj->name && obj->kind == OBJECT_GLOBAL ? program_global(p, obj->name) : NULL;
    return obj && obj->kind == OBJECT_GLOBAL && !g;
}

static const char *does(uint32_t kind) {
    if (kind & ACCESS_LOCK) return "uses";
    if (kind & ACCESS_SEEN) return "publishes";
    if (kind & ACCESS_HELD) return "delays its write of";
    return kind & ACCESS_WRITE ? "writes" : "reads";
}

static void tell_event(const struct turn_log *log, const struct turn_event *e, struct story *s) {
    const struct program *p = log->x->p;
    const struct mem_object *obj = space_find(&log->x->now->space, e->what.addr);
    struct str text = {0}, values = {0};
    bool lock = e->what.kind & ACCESS_LOCK;
    if (lock && is_models(p, obj)) return; /* of a thread: the call says enough */
    str_addf(&text, "%s ", does(e->what.kind));
    if (lock) str_add(&text, obj && obj->name ? obj->name : "a lock");
    else add_name(obj, e, &text);
    if (e->times > 1) str_addf(&text, ", %llu times", (unsigned long long)e->times);
    uint32_t unused = 64 - 8 * (uint32_t)(e->what.size < 8 ? e->what.size : 8);
    if (e->known && !lock) str_addf(&values, "%lld", (long long)(e->value << unused) >> unused);
    struct story_step step = {.kind = STORY_ACCESS,
                              .at = place_of(p, s, e->pos),
                              .active = true,
                              .threaded = true,
                              .thread = e->thread,
                              .times = e->times};
    step.function = arena_strdup(&s->arena, e->fn->name);
    step.text = arena_strdup(&s->arena, str_text(&text));
    step.values = arena_strdup(&s->arena, str_text(&values));
    vec_push(&s->steps, step);
    str_release(&text);
    str_release(&values);
}

struct story *turn_log_tell(struct turn_log *log) {
    const struct exec *x = log->x;
    struct story *s = mem_zalloc(sizeof *s);
    arena_init(&s->arena);
    settle(log);
    for (uint32_t i = 0; i < log->all.len; i++) tell_event(log, &log->all.data[i], s);
    struct story_step last = {
        .kind = STORY_ERROR, .at = place_of(x->p, s, x->bug.pos), .active = true, .values = "", .threaded = true};
    last.thread = threads_name(x, threads_self(x->now));
    last.function = arena_strdup(&s->arena, x->bug.stack.len ? x->bug.stack.data[0].function : "");
    last.text = arena_strdup(&s->arena, str_text(&x->bug.message));
    vec_push(&s->steps, last);
    return s;
}
