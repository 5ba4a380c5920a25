#include "cli/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "replay/replay.h"
#include "report/folder.h"

#define FORMAT "%" PRIu64 " blocks, hash %016" PRIx64 ", %s\n"
static const char *const words[] = {[PATH_TO_END] = "end", [PATH_TO_ERROR] = "error", [PATH_CUT] = "cut"};

bool trace_write(struct folder *f, uint32_t number, struct path_trace t, enum path_end end) {
    char name[32];
    struct str text = {0};
    snprintf(name, sizeof name, "test%06" PRIu32 ".trace", number);
    str_addf(&text, FORMAT, t.count, t.hash, words[end]);
    bool ok = folder_write(f, name, &text);
    str_release(&text);
    return ok;
}

/* The text of the .trace file beside a .ktest file. */
static bool read_beside(const char *test, struct str *text) {
    struct str path = {0};
    bool named = str_ends(test, ".ktest");
    if (named) {
        str_add_len(&path, test, strlen(test) - strlen(".ktest"));
        str_add(&path, ".trace");
    }
    bool ok = named && str_read_file(text, path.data);
    str_release(&path);
    return ok;
}

/* The trace of the first n blocks, or of all if they are fewer. */
static struct path_trace first_blocks(const struct replay_trace *native, uint64_t n) {
    struct path_trace t = path_trace_empty();
    for (uint32_t i = 0; i < native->ids.len && i < n; i++) t = path_trace_add(t, native->ids.data[i]);
    return t;
}

bool trace_compare(const char *test, const struct replay_trace *native, struct str *out) {
    struct str text = {0};
    struct path_trace claim, seen = {native->count, native->hash};
    char end[8] = "";
    bool there = read_beside(test, &text);
    bool parsed = there && sscanf(str_text(&text), "%" SCNu64 " blocks, hash %" SCNx64 ", %7s", &claim.count,
                                  &claim.hash, end) == 3;
    str_release(&text);
    if (!there) return true;
    if (parsed && strcmp(end, words[PATH_TO_END]) != 0) seen = first_blocks(native, claim.count);
    bool same = parsed && claim.count == seen.count && claim.hash == seen.hash;
    str_add(out, same ? "path: the same\n" : "path: DIFFERENT\n");
    return same;
}
