#include "base/context.h"

#include <unistd.h>

#include "base/cage.h"

void context_init(struct context *ctx) {
    ctx->watchdog = NULL;
    ctx->host = NULL;
    ctx->cage = CAGE_NONE;
    ctx->results = STDOUT_FILENO;
    options_init(&ctx->opt);
    stats_init(&ctx->stats);
    log_init(&ctx->log, stderr);
    limits_init(&ctx->limits);
    rng_init(&ctx->rng, (uint64_t)ctx->opt.seed);
}

void context_release(struct context *ctx) { options_release(&ctx->opt); }

void context_apply_options(struct context *ctx) {
    ctx->log.level = (enum log_level)ctx->opt.log;
    limits_set(&ctx->limits, ctx->opt.timeout, ctx->opt.max_memory);
    rng_init(&ctx->rng, (uint64_t)ctx->opt.seed);
}
