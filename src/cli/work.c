/* shrike work: executes pieces of jobs. */
#include "cli/commands.h"
#include "job/worker.h"

int cli_work(struct context *ctx) {
    if (ctx->opt.on) return worker_run(ctx);
    log_error(&ctx->log, "missing --on nats://HOST:PORT (see shrike work --help)");
    return EXIT_WRONG;
}
