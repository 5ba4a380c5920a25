/* The language server's parts.
 *
 *   frame.c ── messages ──▶ lsp.c ── what was asked ──▶ documents.c, hover.c, action.c
 *                             │
 *                             └─ poll ─▶ concerns.c: one verification after the other (checkup.h) ──▶ diagnose.c
 *
 * What is verified is what is on disk: a document that differs from it stops the verifications that read it, and they
 * begin again when it is saved. Columns are in the units that were agreed on, lines from 0 on. */
#ifndef SHRIKE_SERVE_LSP_INSIDE_H
#define SHRIKE_SERVE_LSP_INSIDE_H

#include "serve/checkup.h"
#include "serve/frame.h"
#include "serve/settings.h"
#include "serve/subject.h"

struct context;
struct json;

struct document {
    char *uri;
    char *path; /* without links */
    char *text; /* as the editor has it; NULL: we do not know */
    char *base; /* as it was verified; NULL: it was not */
};

/* A verification, and whose it is. */
struct concern {
    struct checkup *check;
    text_list owners;    /* paths of the documents that it was begun for */
    text_list published; /* paths of files that have diagnostics of it */
    char *token;         /* of its progress; NULL: none is shown */
    bool begun;          /* the client has accepted the token */
    bool stale;          /* stopped because a file is not what is on disk */
    size_t heard;        /* of what it says on standard error */
};

/* A harness being written; the client waits for the answer. */
struct commission {
    struct offspring child;
    struct str id; /* of the request, as JSON */
    char *path;    /* of the document */
    char *function;
    bool cancelled;
};

struct lsp {
    struct context *ctx;
    struct frames in;
    struct str out;
    bool initialized, shut, over;
    int status;
    bool utf8; /* columns are bytes */
    bool shows_progress, creates_files, shows_documents;
    struct settings settings;
    VEC(struct document *) documents;
    VEC(struct concern *) concerns;
    VEC(struct commission *) commissions;
    struct str folder; /* for temporary files */
    uint32_t numbers;  /* given so far to requests, tokens and files of ours */
};

/* ---- messages (rpc.c) -------------------------------------------------------------------------------- */

enum rpc_error {
    RPC_PARSE = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_NO_METHOD = -32601,
    RPC_INVALID_PARAMS = -32602,
    RPC_NOT_INITIALIZED = -32002,
    RPC_FAILED = -32803,
    RPC_CANCELLED = -32800,
};
/* id: as JSON. result: JSON. */
void rpc_reply(struct lsp *l, const char *id, const char *result);
void rpc_fail(struct lsp *l, const char *id, enum rpc_error code, const char *why);
/* params: JSON. */
void rpc_notify(struct lsp *l, const char *method, const char *params);
/* A request of ours, called "WORD-NUMBER" with a new number. */
void rpc_ask(struct lsp *l, const char *word, uint32_t number, const char *method, const char *params);
/* A line in the client's log, or (for all to see) on its screen. */
enum rpc_level { RPC_ERROR = 1, RPC_WARNING, RPC_INFO, RPC_LOG };
void rpc_say(struct lsp *l, bool shown, enum rpc_level level, const char *text);
/* Adds an id as JSON; false: it is neither number nor text. */
bool rpc_add_id(const struct json *id, struct str *out);
/* "range":{"start":{...},"end":{...}} */
void rpc_add_range(uint32_t line, uint32_t from, uint32_t to_line, uint32_t to, struct str *out);
/* A number from 0 on among the members; UINT32_MAX: there is none. */
uint32_t rpc_number(const struct json *object, const char *name);

/* ---- documents (documents.c) ------------------------------------------------------------------------- */

struct document *document_of_uri(struct lsp *l, const char *uri);
struct document *document_of_path(struct lsp *l, const char *path);
void documents_open(struct lsp *l, const struct json *params);
void documents_change(struct lsp *l, const struct json *params);
void documents_save(struct lsp *l, const struct json *params);
void documents_close(struct lsp *l, const struct json *params);
void document_free(struct document *d);
/* Does the file have the text that the editor has? */
bool document_is_saved(const struct document *d);

/* ---- verifications (concerns.c) ---------------------------------------------------------------------- */

/* The programs of the document, or (function not NULL) that function of it, are to be verified. */
void concerns_ask(struct lsp *l, const struct document *d, const char *function);
/* The file is saved: whatever reads it is to be verified again. */
void concerns_saved(struct lsp *l, const char *path);
/* The document is not what is on disk: stops programs that read it. */
void concerns_changed(struct lsp *l, const char *path);
/* The document is what is on disk again: what was stopped begins again. */
void concerns_restored(struct lsp *l, const char *path);
/* The client has closed the document. */
void concerns_closed(struct lsp *l, const char *path);
/* Takes the results of children, sends them to the client, and starts the next child. */
void concerns_look(struct lsp *l);
/* The client has answered a request for a token. */
void concerns_accept(struct lsp *l, const char *token, bool accepted);
/* The user wants no more of it. */
void concerns_cancel(struct lsp *l, const char *token);
void concern_free(struct concern *c);

/* ---- results (diagnose.c, hover.c) ------------------------------------------------------------------- */

/* The absolute path of a file that a result names; false: it is not there. */
bool diagnose_path(const struct checkup *c, const char *file, struct str *out);
/* Publishes what the concern has found, and takes back what it had found before. */
void diagnose_publish(struct lsp *l, struct concern *c);
/* Takes back all of it. */
void diagnose_retract(struct lsp *l, struct concern *c);
/* The answer to textDocument/hover, as JSON. */
void hover_answer(struct lsp *l, const struct json *params, struct str *out);

/* ---- code actions (action.c) ------------------------------------------------------------------------- */

void action_answer(struct lsp *l, const struct json *params, struct str *out);
/* workspace/executeCommand; answers now or later. */
void action_execute(struct lsp *l, const char *id, const struct json *params);
/* Takes up harnesses that are written. */
void action_look(struct lsp *l);
/* $/cancelRequest; false: no action works on it. */
bool action_cancel(struct lsp *l, const char *id);
void commission_free(struct commission *c);

#endif
