/* A language server: JSON-RPC on standard input and output. */
#ifndef SHRIKE_SERVE_LSP_H
#define SHRIKE_SERVE_LSP_H

struct context;

/* Serves until the client says exit or goes away; returns the exit status that the protocol wants. */
int lsp_serve(struct context *ctx);

#endif
