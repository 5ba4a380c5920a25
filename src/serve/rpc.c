/* Messages to the client. */
#include <assert.h>
#include <math.h>

#include "base/json.h"
#include "serve/lsp_inside.h"
#include "text/jsonread.h"

static void begin(struct str *m) {
    json_open(m, NULL, '{');
    json_add(m, "jsonrpc", "2.0");
}

static void end(struct lsp *l, struct str *m) {
    json_close(m, "}");
    frame_write(m, &l->out);
    str_release(m);
}

void rpc_reply(struct lsp *l, const char *id, const char *result) {
    struct str m = {0};
    assert(*id && *result);
    begin(&m);
    json_addf(&m, "id", "%s", id);
    json_addf(&m, "result", "%s", result);
    end(l, &m);
}

void rpc_fail(struct lsp *l, const char *id, enum rpc_error code, const char *why) {
    struct str m = {0};
    begin(&m);
    json_addf(&m, "id", "%s", id);
    json_open(&m, "error", '{');
    json_addf(&m, "code", "%d", (int)code);
    json_add(&m, "message", why);
    json_close(&m, "}");
    end(l, &m);
}

void rpc_notify(struct lsp *l, const char *method, const char *params) {
    struct str m = {0};
    begin(&m);
    json_add(&m, "method", method);
    json_addf(&m, "params", "%s", params);
    end(l, &m);
}

void rpc_ask(struct lsp *l, const char *word, uint32_t number, const char *method, const char *params) {
    struct str m = {0};
    begin(&m);
    json_addf(&m, "id", "\"%s-%u\"", word, number);
    json_add(&m, "method", method);
    json_addf(&m, "params", "%s", params);
    end(l, &m);
}

void rpc_say(struct lsp *l, bool shown, enum rpc_level level, const char *text) {
    struct str params = {0};
    json_open(&params, NULL, '{');
    json_addf(&params, "type", "%d", (int)level);
    json_add(&params, "message", text);
    json_close(&params, "}");
    rpc_notify(l, shown ? "window/showMessage" : "window/logMessage", str_text(&params));
    str_release(&params);
}

bool rpc_add_id(const struct json *id, struct str *out) {
    if (id->kind == JSON_TEXT) json_quote(out, id->text);
    else if (id->kind == JSON_NUMBER && id->number == floor(id->number) && fabs(id->number) < 1e15)
        str_addf(out, "%.0f", id->number);
    else if (id->kind == JSON_NUMBER && isfinite(id->number)) str_addf(out, "%.17g", id->number);
    else return false;
    return true;
}

void rpc_add_range(uint32_t line, uint32_t from, uint32_t to_line, uint32_t to, struct str *out) {
    json_addf(out, "range", "{\"start\":{\"line\":%u,\"character\":%u},\"end\":{\"line\":%u,\"character\":%u}}", line,
              from, to_line, to);
}

uint32_t rpc_number(const struct json *object, const char *name) {
    const struct json *m = json_member(object, name);
    if (!m || m->kind != JSON_NUMBER || !(m->number >= 0 && m->number < 4e9)) return UINT32_MAX;
    return (uint32_t)m->number;
}
