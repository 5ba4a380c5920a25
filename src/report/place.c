#include "report/place.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sha256.h"
#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "text/source.h"

enum { DIGITS = 16 };

static bool is_repository(const char *folder, size_t len) {
    static const char *const marks[] = {".git", ".hg", ".svn"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct str path = {0};
        str_add_len(&path, folder, len);
        str_addf(&path, "/%s", marks[i]);
        bool found = access(str_text(&path), F_OK) == 0;
        str_release(&path);
        if (found) return true;
    }
    return false;
}

void place_root(struct str *out) {
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here)) {
        str_add_char(out, '/');
        return;
    }
    size_t len = strlen(here), root = len;
    for (size_t n = len; n > 0; n--) {
        if (n != len && here[n] != '/') continue;
        if (!is_repository(here, n)) continue;
        root = n;
        break;
    }
    str_add_len(out, here, root);
    if (!out->len || out->data[out->len - 1] != '/') str_add_char(out, '/');
}

bool place_below(const char *root, const char *path, struct str *out) {
    char *whole = realpath(path, NULL);
    const char *name = whole ? whole : path;
    bool below = str_starts(name, root) || *name != '/';
    str_add(out, str_starts(name, root) ? name + strlen(root) : name);
    free(whole);
    return below;
}

static void add_line(struct source *src, const char *file, uint32_t line, struct str *out) {
    uint32_t len = 0;
    const char *text = source_line(src, file, line, &len);
    while (len && (*text == ' ' || *text == '\t')) text++, len--;
    while (len && (text[len - 1] == ' ' || text[len - 1] == '\r')) len--;
    if (text) str_add_len(out, text, len);
}

void place_fingerprint(const char *root, struct program *p, struct source *src, const struct bug *bug,
                       struct str *out) {
    struct position at = p->positions.data[bug->pos];
    const char *file = at.file ? p->files.data[at.file] : "";
    struct str text = {0}, hash = {0};
    str_addf(&text, "%s\n", bug_slug(bug->kind));
    place_below(root, file, &text);
    str_addf(&text, "\n%s\n", bug->stack.len ? bug->stack.data[0].function : "");
    add_line(src, file, at.line, &text);
    sha256_add(&hash, str_text(&text), text.len);
    str_add_len(out, str_text(&hash), DIGITS);
    str_release(&text);
    str_release(&hash);
}
