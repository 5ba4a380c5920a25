/* How an error came about: its inputs, run again in the program as written. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "ir/edit.h"
#include "session/entry.h"
#include "session/session.h"
#include "session/shrink.h"
#include "story/flow.h"
#include "story/rerun.h"
#include "story/steps.h"
#include "story/story.h"
#include "test/from_state.h"

/* A context of its own: what the second run counts and says is no part of the first. */
static void side_context(const struct session *s, struct context *side) {
    *side = *s->ctx;
    side->log.level = LOG_ERROR;
}

/* The program without simplification and bounds; NULL if it does not load. */
static struct program *load_plain(struct session *s, struct context *side) {
    struct front_input input;
    struct str headers = {0};
    command_input(s->ctx, s->line, &input, &headers);
    input.simplify = false;
    input.kept = &s->kept;
    struct program *p = front_load(side, &input);
    if (p) entry_describe(s->line, p);
    str_release(&headers);
    return p;
}

/* The program in which errors are run again for their stories, loaded once. */
static struct program *story_program(struct session *s, struct context *side) {
    if (s->plain || s->cannot_tell) return s->plain;
    s->plain = load_plain(s, side);
    if (s->plain) split_edges(s->plain);
    s->cannot_tell = !s->plain;
    return s->plain;
}

/* What was called in the host must not happen once more for the sake of a report. */
static bool may_run_again(struct session *s) {
    return s->ctx->opt.external != EXTERNAL_NATIVE && !limits_look(&s->ctx->limits);
}

static struct rerun again(const struct session *s, const struct finding *f, struct context *side, struct program *p,
                          option_list *args) {
    vec_push(args, command_program(s->line));
    vec_append(args, s->line->arguments.data, s->line->arguments.len);
    return (struct rerun){.ctx = side,
                          .p = p,
                          .checks = s->x.checks,
                          .wanted = s->x.wanted,
                          .argc = (int)args->len,
                          .argv = args->data,
                          .test = &f->test,
                          .lines = s->ctx->opt.html || s->ctx->opt.json,
                          .stdin_size = f->stdin_size,
                          .bug = &f->bug,
                          .bug_program = s->p};
}

void session_tell(struct session *s, struct finding *f) {
    struct context side;
    if (!s->ctx->opt.story || !may_run_again(s)) return;
    side_context(s, &side);
    struct program *p = story_program(s, &side);
    if (!p) return;
    option_list args = {0};
    struct rerun r = again(s, f, &side, p, &args);
    f->story = rerun_story(&r, &s->source);
    vec_release(&args);
}

struct program *session_plain(struct session *s) {
    struct context side;
    if (s->ctx->opt.external == EXTERNAL_NATIVE) return NULL;
    side_context(s, &side);
    return story_program(s, &side);
}

bool session_run_again(struct session *s, const struct test *t, int64_t stdin_size, uint64_t until_ns,
                       void (*block)(void *owner, const struct function *fn, uint32_t pc), void *owner) {
    struct context side;
    side_context(s, &side);
    struct finding f = {.test = *t, .stdin_size = stdin_size};
    if (side.limits.hit == LIMIT_TIME) side.limits.hit = LIMIT_NONE; /* that was the exploration's */
    side.limits.deadline_ns = until_ns;
    if (limits_look(&side.limits)) return false;
    option_list args = {0};
    struct rerun r = again(s, &f, &side, session_plain(s), &args);
    bool ok = r.p && rerun_watch(&r, block, owner);
    vec_release(&args);
    return ok;
}

static bool is_ordered(enum test_input_kind kind) { return kind != TEST_UNINIT && kind != TEST_SCHEDULE; }

/* Has the run taken the test's inputs in their order, or the first of them? */
static bool took_the_same(const struct rerunning *now, const struct test *t, uint32_t *taken) {
    VEC(const struct trail *) all = {0};
    uint32_t at = 0;
    bool same = true;
    *taken = 0;
    for (const struct trail *e = now->x.now->trail; e; e = e->prev)
        if (!e->is_part && !e->choice && is_ordered(test_kind_of(e->kind))) vec_push(&all, e);
    for (uint32_t i = all.len; i-- > 0 && same; ++*taken) {
        while (at < t->inputs.len && !is_ordered(t->inputs.data[at].kind)) at++;
        const struct test_input *in = at < t->inputs.len ? &t->inputs.data[at++] : NULL;
        bool sized = in && (in->kind == TEST_STDIN || in->size == all.data[i]->size);
        same = sized && in->kind == test_kind_of(all.data[i]->kind) && strcmp(in->name, all.data[i]->name) == 0;
    }
    vec_release(&all);
    return same;
}

/* The functions around it, and where they were called. */
static bool same_stack(const struct session *s, const struct program *p, const struct bug *a, const struct bug *b) {
    bool same = a->stack.len == b->stack.len;
    for (uint32_t i = 0; i < a->stack.len && same; i++)
        same = strcmp(a->stack.data[i].function, b->stack.data[i].function) == 0 &&
               s->p->positions.data[a->stack.data[i].pos].line == p->positions.data[b->stack.data[i].pos].line;
    return same;
}

bool session_fails_again(struct session *s, struct finding *f, bool tell, uint32_t *taken) {
    struct context side;
    struct rerunning now;
    option_list args = {0};
    *taken = 0;
    if (!may_run_again(s)) return false;
    side_context(s, &side);
    struct program *p = story_program(s, &side);
    if (!p) return false;
    struct rerun r = again(s, f, &side, p, &args);
    rerun_begin(&r, &now);
    enum stop stop = rerun_run(&now);
    bool found =
        rerun_found(&r, &now, stop) && took_the_same(&now, &f->test, taken) && same_stack(s, p, &f->bug, &now.x.bug);
    if (found && tell) {
        str_clear(&f->bug.message);
        str_add(&f->bug.message, str_text(&now.x.bug.message));
        f->bug.address = now.x.bug.address;
    }
    rerun_end(&now);
    vec_release(&args);
    return found;
}

void session_trace(struct session *s, const struct finding *f) {
    struct context side;
    side_context(s, &side);
    struct program *p = may_run_again(s) ? load_plain(s, &side) : NULL;
    struct str text = {0};
    option_list args = {0};
    struct rerun r = p ? again(s, f, &side, p, &args) : (struct rerun){0};
    if (p && steps_tell(&r, &text)) fputs(str_text(&text), s->ctx->log.out);
    else log_warning(&s->ctx->log, "--trace: could not repeat the run in the unsimplified program");
    str_release(&text);
    vec_release(&args);
    if (p) program_free(p);
}

struct flow *session_flow(struct session *s, const struct finding *f) {
    struct context side;
    side_context(s, &side);
    struct program *p = f->story && may_run_again(s) ? load_plain(s, &side) : NULL;
    if (!p) return NULL;
    option_list args = {0};
    struct rerun r = again(s, f, &side, p, &args);
    struct flow *flow = flow_find(&r, &s->source);
    vec_release(&args);
    program_free(p);
    return flow;
}
