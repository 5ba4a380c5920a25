/* How an error came about: its inputs, run again in the program as written. */
#include <stdio.h>

#include "base/str.h"
#include "ir/split.h"
#include "session/entry.h"
#include "session/session.h"
#include "story/flow.h"
#include "story/rerun.h"
#include "story/steps.h"
#include "story/story.h"

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

/* The one that stories are told in, loaded once. */
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
    for (uint32_t i = 0; i < s->line->arguments.len; i++) vec_push(args, s->line->arguments.data[i]);
    return (struct rerun){.ctx = side, .p = p, .checks = s->x.checks, .wanted = s->x.wanted,
                          .argc = (int)args->len, .argv = args->data, .test = &f->test,
                          .lines = s->ctx->opt.html || s->ctx->opt.json, .stdin_size = f->stdin_size, .bug = &f->bug,
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

void session_trace(struct session *s, const struct finding *f) {
    struct context side;
    side_context(s, &side);
    struct program *p = may_run_again(s) ? load_plain(s, &side) : NULL;
    struct str text = {0};
    option_list args = {0};
    struct rerun r = p ? again(s, f, &side, p, &args) : (struct rerun){0};
    if (p && steps_tell(&r, &text))
        fputs(str_text(&text), s->ctx->log.out);
    else
        log_warning(&s->ctx->log, "--trace: the run could not be made again in the program as written");
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
