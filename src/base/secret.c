#include "base/secret.h"

#include <string.h>

#include "base/str.h"

void secret_add(struct str *out, const char *text) {
    for (const char *start; (start = strstr(text, "://"));) {
        const char *host = start + 3;
        size_t n = strcspn(host, ",/ \t\n");
        const char *at = memrchr(host, '@', n);
        str_add_len(out, text, (size_t)(host - text));
        text = at ? at + 1 : host;
        if (at) str_add(out, "...@");
    }
    str_add(out, text);
}
