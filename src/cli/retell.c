/* How an error came about: its inputs, run again in the program as written. */
#include "cli/session.h"
#include "ir/split.h"
#include "report/rerun.h"
#include "report/story.h"

/* A context of its own: what the second run counts and says is no part of the first. */
static void side_context(const struct session *s, struct context *side) {
    *side = *s->ctx;
    side->log.level = LOG_ERROR;
}

/* The program without simplification and bounds; NULL if it does not load. */
static struct program *plain_program(struct session *s, struct context *side) {
    struct front_input input;
    struct str headers = {0};
    if (s->plain || s->cannot_tell) return s->plain;
    command_input(s->ctx, s->line, &input, &headers);
    input.simplify = false;
    s->plain = front_load(side, &input);
    str_release(&headers);
    if (s->plain) split_edges(s->plain);
    s->cannot_tell = !s->plain;
    return s->plain;
}

void session_tell(struct session *s, struct finding *f) {
    struct context side;
    const struct options *opt = &s->ctx->opt;
    /* What was called in the host must not happen once more for the sake of a report. */
    if (!opt->story || opt->external == EXTERNAL_NATIVE || limits_look(&s->ctx->limits)) return;
    side_context(s, &side);
    struct program *p = plain_program(s, &side);
    if (!p) return;
    option_list args = {0};
    vec_push(&args, s->line->files.data[0]);
    for (uint32_t i = 0; i < s->line->arguments.len; i++) vec_push(&args, s->line->arguments.data[i]);
    struct rerun again = {.ctx = &side, .p = p, .checks = s->x.checks, .wanted = s->x.wanted,
                          .argc = (int)args.len, .argv = args.data, .test = &f->test,
                          .lines = opt->html != NULL, .stdin_size = f->stdin_size, .bug = &f->bug, .bug_program = s->p};
    f->story = rerun_story(&again, &s->source);
    vec_release(&args);
}
