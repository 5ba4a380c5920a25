#include "serve/lsp.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/context.h"
#include "base/exit.h"
#include "base/tempfolder.h"
#include "serve/lsp_inside.h"
#include "text/jsonread.h"

/* ---- beginning and end ------------------------------------------------------------------------------- */

static bool is_true(const struct json *value) { return value && value->kind == JSON_BOOL && value->number != 0; }

static bool lists(const struct json *list, const char *word) {
    for (const struct json *item = list && list->kind == JSON_LIST ? list->first : NULL; item; item = item->next)
        if (item->kind == JSON_TEXT && strcmp(item->text, word) == 0) return true;
    return false;
}

static void take_settings(struct lsp *l, const struct json *from) {
    struct str wrong = {0};
    settings_read(&l->settings, from, &wrong);
    if (wrong.len) rpc_say(l, true, RPC_WARNING, str_text(&wrong));
    str_release(&wrong);
}

static void initialize(struct lsp *l, const char *id, const struct json *params) {
    const struct json *can = json_member(params, "capabilities"), *window = json_member(can, "window");
    const struct json *edit = json_member(json_member(can, "workspace"), "workspaceEdit"),
                      *given = json_member(params, "initializationOptions");
    l->utf8 = lists(json_member(json_member(can, "general"), "positionEncodings"), "utf-8");
    l->shows_progress = is_true(json_member(window, "workDoneProgress"));
    l->shows_documents = is_true(json_member(json_member(window, "showDocument"), "support"));
    l->creates_files =
        is_true(json_member(edit, "documentChanges")) && lists(json_member(edit, "resourceOperations"), "create");
    l->initialized = true;
    struct str answer = {0};
    str_addf(
        &answer,
        "{\"capabilities\":{\"positionEncoding\":\"%s\",\"textDocumentSync\":{\"openClose\":true,\"change\":1,\"save\":"
        "{\"includeText\":true}},"
        "\"hoverProvider\":true,\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\",\"refactor\",\"source\"]},"
        "\"executeCommandProvider\":{\"commands\":[\"shrike.writeHarness\",\"shrike.verifyFunction\",\"shrike.verify\","
        "\"shrike.stop\"]}},"
        "\"serverInfo\":{\"name\":\"shrike\"}}",
        l->utf8 ? "utf-8" : "utf-16");
    rpc_reply(l, id, str_text(&answer));
    str_release(&answer);
    const struct json *own = json_member(given, "shrike");
    take_settings(l, own ? own : given);
}

static void configure(struct lsp *l, const struct json *params) {
    const struct json *settings = json_member(params, "settings"), *own = json_member(settings, "shrike");
    if (settings && settings->kind == JSON_OBJECT) take_settings(l, own ? own : settings);
}

/* ---- requests and notifications ---------------------------------------------------------------------- */

static void answer_shutdown(struct lsp *l, const char *id) {
    l->shut = true;
    for (uint32_t i = 0; i < l->concerns.len; i++) checkup_cancel(l->concerns.data[i]->check);
    rpc_reply(l, id, "null");
}

static void answer(struct lsp *l, const char *id, const char *method, const struct json *params) {
    struct str out = {0};
    if (strcmp(method, "initialize") == 0) {
        if (l->initialized) rpc_fail(l, id, RPC_INVALID_REQUEST, "already initialized");
        else initialize(l, id, params);
    } else if (!l->initialized) {
        rpc_fail(l, id, RPC_NOT_INITIALIZED, "send initialize first");
    } else if (l->shut) {
        rpc_fail(l, id, RPC_INVALID_REQUEST, "the server is shut down");
    } else if (strcmp(method, "shutdown") == 0) {
        answer_shutdown(l, id);
    } else if (strcmp(method, "textDocument/hover") == 0) {
        hover_answer(l, params, &out);
    } else if (strcmp(method, "textDocument/codeAction") == 0) {
        action_answer(l, params, &out);
    } else if (strcmp(method, "workspace/executeCommand") == 0) {
        action_execute(l, id, params);
    } else {
        rpc_fail(l, id, RPC_NO_METHOD, "not supported");
    }
    if (out.len) rpc_reply(l, id, str_text(&out));
    str_release(&out);
}

static void cancel_request(struct lsp *l, const struct json *params) {
    const struct json *id = json_member(params, "id");
    struct str text = {0};
    if (id && rpc_add_id(id, &text)) action_cancel(l, str_text(&text));
    str_release(&text);
}

static void hear(struct lsp *l, const char *method, const struct json *params) {
    static const struct {
        const char *method;
        void (*hear)(struct lsp *l, const struct json *params);
    } known[] = {
        {"textDocument/didOpen", documents_open},        {"textDocument/didChange", documents_change},
        {"textDocument/didSave", documents_save},        {"textDocument/didClose", documents_close},
        {"workspace/didChangeConfiguration", configure}, {"$/cancelRequest", cancel_request},
    };
    if (strcmp(method, "exit") == 0) {
        l->over = true;
        l->status = l->shut ? EXIT_FINE : EXIT_WRONG;
    }
    if (!l->initialized || l->shut) return;
    if (strcmp(method, "window/workDoneProgress/cancel") == 0) concerns_cancel(l, json_text(params, "token"));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(method, known[i].method) == 0) known[i].hear(l, params);
}

/* The client's answer to a request of ours: "progress-N" is about the token "shrike-N". */
static void take_answer(struct lsp *l, const struct json *id, const struct json *message) {
    const struct json *error = json_member(message, "error");
    if (id->kind != JSON_TEXT) return;
    if (str_starts(id->text, "progress-")) {
        struct str token = {0};
        str_addf(&token, "shrike-%s", id->text + strlen("progress-"));
        concerns_accept(l, str_text(&token), !error);
        str_release(&token);
    } else if (error) {
        rpc_say(l, false, RPC_WARNING, json_text(error, "message"));
    }
}

static void take_value(struct lsp *l, const struct json *message) {
    const struct json *id = json_member(message, "id"), *method = json_member(message, "method"),
                      *params = json_member(message, "params");
    struct str text = {0};
    bool has_id = id && rpc_add_id(id, &text);
    if (message->kind != JSON_OBJECT || strcmp(json_text(message, "jsonrpc"), "2.0") != 0 ||
        (id && !has_id && id->kind != JSON_NULL) || (method && method->kind != JSON_TEXT) || (!method && !has_id))
        rpc_fail(l, has_id ? str_text(&text) : "null", RPC_INVALID_REQUEST, "not a JSON-RPC 2.0 message");
    else if (method && has_id) answer(l, str_text(&text), method->text, params);
    else if (method) hear(l, method->text, params);
    else take_answer(l, id, message);
    str_release(&text);
}

static void take_message(struct lsp *l, const char *data, size_t size) {
    struct arena arena;
    struct str error = {0};
    arena_init(&arena);
    const struct json *message = json_read("message", data, size, &arena, &error);
    if (message) take_value(l, message);
    else rpc_fail(l, "null", RPC_PARSE, str_text(&error));
    arena_release(&arena);
    str_release(&error);
}

/* ---- the loop ---------------------------------------------------------------------------------------- */

/* Writes all of it; the server ends if the client does not read any more. */
static void write_out(struct lsp *l) {
    const char *at = str_text(&l->out), *end = at + l->out.len;
    while (at < end && !(l->over && l->status == EXIT_WRONG)) {
        ssize_t n = write(STDOUT_FILENO, at, (size_t)(end - at));
        if (n > 0) at += n;
        else if (errno != EINTR && errno != EAGAIN) l->over = true, l->status = EXIT_WRONG;
    }
    str_clear(&l->out);
}

static void read_in(struct lsp *l) {
    char bytes[65536];
    const char *data;
    size_t size;
    enum frame_result result;
    ssize_t n = read(STDIN_FILENO, bytes, sizeof bytes);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (n <= 0) {
        l->over = true;
        l->status = EXIT_WRONG;
        return;
    }
    frames_feed(&l->in, bytes, (size_t)n);
    while (!l->over && (result = frames_next(&l->in, &data, &size)) != FRAME_NONE) {
        if (result == FRAME_MESSAGE) take_message(l, data, size);
        else rpc_fail(l, "null", RPC_PARSE, data);
    }
}

static void add_child(const struct offspring *c, struct pollfd *fds, nfds_t *n, int *patience) {
    int ms = offspring_patience(c);
    *n += (nfds_t)offspring_poll(c, fds + *n);
    if (ms >= 0 && (*patience < 0 || ms < *patience)) *patience = ms;
}

/* Waits until the client or a child writes something, or a time is over. */
static void wait_for_news(struct lsp *l) {
    VEC(struct pollfd) fds = {0};
    nfds_t n = 1;
    int patience = -1;
    vec_resize(&fds, 1 + OFFSPRING_POLLED * (l->concerns.len + l->commissions.len));
    fds.data[0] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
    for (uint32_t i = 0; i < l->concerns.len; i++)
        add_child(&l->concerns.data[i]->check->child, fds.data, &n, &patience);
    for (uint32_t i = 0; i < l->commissions.len; i++)
        add_child(&l->commissions.data[i]->child, fds.data, &n, &patience);
    int ready = poll(fds.data, n, patience);
    if (ready > 0 && fds.data[0].revents) read_in(l);
    vec_release(&fds);
}

static void finish(struct lsp *l) {
    for (uint32_t i = 0; i < l->concerns.len; i++) offspring_stop(&l->concerns.data[i]->check->child);
    for (uint32_t i = 0; i < l->commissions.len; i++) offspring_stop(&l->commissions.data[i]->child);
    for (uint32_t i = 0; i < l->concerns.len; i++) offspring_wait(&l->concerns.data[i]->check->child);
    for (uint32_t i = 0; i < l->commissions.len; i++) offspring_wait(&l->commissions.data[i]->child);
    for (uint32_t i = 0; i < l->concerns.len; i++) concern_free(l->concerns.data[i]);
    for (uint32_t i = 0; i < l->commissions.len; i++) commission_free(l->commissions.data[i]);
    for (uint32_t i = 0; i < l->documents.len; i++) document_free(l->documents.data[i]);
    vec_release(&l->concerns);
    vec_release(&l->commissions);
    vec_release(&l->documents);
    settings_release(&l->settings);
    frames_release(&l->in);
    str_release(&l->out);
    folder_remove(str_text(&l->folder));
    str_release(&l->folder);
}

int lsp_serve(struct context *ctx) {
    struct lsp l = {.ctx = ctx, .status = EXIT_WRONG};
    if (!folder_make(&l.folder)) {
        log_error(&ctx->log, "cannot make a temporary folder: %s", strerror(errno));
        return EXIT_WRONG;
    }
    signal(SIGPIPE, SIG_IGN);
    frames_init(&l.in);
    settings_init(&l.settings);
    while (!l.over && !*ctx->limits.interrupted) {
        wait_for_news(&l);
        concerns_look(&l);
        action_look(&l);
        write_out(&l);
    }
    finish(&l);
    return l.status;
}
