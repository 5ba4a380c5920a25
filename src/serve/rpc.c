/* Messages to the client. */
#include <assert.h>
#include <math.h>

#include "serve/lsp_inside.h"
#include "text/jsonread.h"

static void send(struct lsp *l, const struct str *message) { frame_write(message, &l->out); }

void rpc_reply(struct lsp *l, const char *id, const char *result) {
    struct str m = {0};
    assert(*id && *result);
    str_addf(&m, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":", id);
    str_add(&m, result);
    str_add_char(&m, '}');
    send(l, &m);
    str_release(&m);
}

void rpc_fail(struct lsp *l, const char *id, enum rpc_error code, const char *why) {
    struct str m = {0};
    str_addf(&m, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":", id, (int)code);
    str_add_json(&m, why);
    str_add(&m, "}}");
    send(l, &m);
    str_release(&m);
}

void rpc_notify(struct lsp *l, const char *method, const char *params) {
    struct str m = {0};
    str_addf(&m, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":", method);
    str_add(&m, params);
    str_add_char(&m, '}');
    send(l, &m);
    str_release(&m);
}

void rpc_ask(struct lsp *l, const char *word, uint32_t number, const char *method, const char *params) {
    struct str m = {0};
    str_addf(&m, "{\"jsonrpc\":\"2.0\",\"id\":\"%s-%u\",\"method\":\"%s\",\"params\":", word, number, method);
    str_add(&m, params);
    str_add_char(&m, '}');
    send(l, &m);
    str_release(&m);
}

void rpc_say(struct lsp *l, bool shown, enum rpc_level level, const char *text) {
    struct str params = {0};
    str_addf(&params, "{\"type\":%d,\"message\":", (int)level);
    str_add_json(&params, text);
    str_add_char(&params, '}');
    rpc_notify(l, shown ? "window/showMessage" : "window/logMessage", str_text(&params));
    str_release(&params);
}

bool rpc_add_id(const struct json *id, struct str *out) {
    if (id->kind == JSON_TEXT) str_add_json(out, id->text);
    else if (id->kind == JSON_NUMBER && id->number == floor(id->number) && fabs(id->number) < 1e15) str_addf(out, "%.0f", id->number);
    else if (id->kind == JSON_NUMBER && isfinite(id->number)) str_addf(out, "%.17g", id->number);
    else return false;
    return true;
}

void rpc_add_range(uint32_t line, uint32_t from, uint32_t to_line, uint32_t to, struct str *out) {
    str_addf(out, "{\"start\":{\"line\":%u,\"character\":%u},\"end\":{\"line\":%u,\"character\":%u}}", line, from, to_line, to);
}

uint32_t rpc_number(const struct json *object, const char *name) {
    const struct json *m = json_member(object, name);
    if (!m || m->kind != JSON_NUMBER || !(m->number >= 0 && m->number < 4e9)) return UINT32_MAX;
    return (uint32_t)m->number;
}
