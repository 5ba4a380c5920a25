#include "front/checks/lifetimes.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"

enum { MOST_BYTES = 64 << 20 };

struct written_place source_place_of(LLVMValueRef inst) {
    LLVMMetadataRef at = inst ? LLVMInstructionGetDebugLoc(inst) : NULL;
    if (!at) return (struct written_place){0};
    return (struct written_place){at, LLVMDILocationGetLine(at), LLVMDILocationGetColumn(at)};
}

bool source_place_before(const struct written_place *a, const struct written_place *b) {
    return a->line < b->line || (a->line == b->line && a->column < b->column);
}

/* Bitcode may name any file: a device is none. */
static bool is_text(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size < MOST_BYTES;
}

static bool read_source(LLVMMetadataRef at, struct str *text) {
    LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(at));
    unsigned nfolder = 0, nname = 0;
    const char *folder = file ? LLVMDIFileGetDirectory(file, &nfolder) : NULL,
               *name = file ? LLVMDIFileGetFilename(file, &nname) : NULL;
    if (!name || !nname) return false;
    struct str path = {0};
    if (name[0] != '/' && folder) str_addf(&path, "%.*s/", (int)nfolder, folder);
    str_add_len(&path, name, nname);
    bool ok = is_text(str_text(&path)) && str_read_file(text, str_text(&path));
    str_release(&path);
    return ok;
}

static const char *find_place(const char *text, const struct written_place *p) {
    for (unsigned line = 1; text && line < p->line; line++) {
        text = strchr(text, '\n');
        if (text) text++;
    }
    return text && p->column && p->column <= strcspn(text, "\n") ? text + p->column - 1 : NULL;
}

/* Behind the literal or comment that begins here; the character itself if none does. */
static const char *skip(const char *p, const char *end) {
    if (*p == '"' || *p == '\'') {
        char quote = *p++;
        while (p < end && *p != quote) p += *p == '\\' ? 2 : 1;
        return p;
    }
    if (p[0] == '/' && p[1] == '/') return p + strcspn(p, "\n");
    const char *close = p[0] == '/' && p[1] == '*' ? strstr(p + 2, "*/") : NULL;
    return close ? close + 1 : p;
}

enum semicolon semicolon_between(const struct written_place *a, const struct written_place *b) {
    struct str text = {0};
    enum semicolon found = SEMICOLON_UNKNOWN;
    if (!a->at || !b->at || !source_place_before(a, b) || !read_source(a->at, &text)) return str_release(&text), found;
    const char *from = find_place(str_text(&text), a), *to = find_place(str_text(&text), b);
    if (from && to) found = SEMICOLON_NONE;
    for (const char *p = from; from && to && p < to; p++) {
        p = skip(p, to);
        if (p < to && *p == ';') found = SEMICOLON_FOUND;
    }
    str_release(&text);
    return found;
}
