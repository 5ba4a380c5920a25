/* Two answers that cannot both be right. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/exit.h"
#include "portfolio/inside.h"

enum { MOST_FOLDERS = 1000 };

static bool claims_unreachable(const struct race *r, const struct racer *j) {
    for (uint32_t i = 0; i < j->unreachable.len; i++) {
        assert(j->unreachable.data[i] < r->p->ntargets);
        if (atomic_load(&r->board->reached[j->unreachable.data[i]])) return true;
    }
    return false;
}

static bool found_error(const struct race *r, uint32_t but) {
    for (uint32_t i = 0; i < r->found.len; i++)
        if (r->found.data[i].kind == MAIL_FINDING && r->found.data[i].word && r->found.data[i].racer != but)
            return true;
    return false;
}

bool race_contradicts(const struct race *r) {
    bool safe = false, unsafe = false;
    for (uint32_t i = 0; i < r->n; i++) {
        const struct racer *j = &r->racers[i];
        if (j->state != RACER_TOLD || (j->bounded && j->status == EXIT_FINE)) continue; /* an error may lie beyond */
        if (claims_unreachable(r, j)) return true;
        if (j->status == EXIT_FINE && !r->p->ntargets && found_error(r, i)) return true;
        safe |= j->status == EXIT_FINE;
        unsafe |= j->status == EXIT_UNSAFE && !r->p->ntargets;
    }
    return safe && unsafe;
}

static bool make_folder(struct str *path) {
    for (int i = 0; i < MOST_FOLDERS; i++) {
        str_clear(path);
        str_addf(path, "shrike-contradiction-%d", i);
        if (mkdir(str_text(path), 0777) == 0) return true;
        if (errno != EEXIST) return false;
    }
    return false;
}

static void write_into(const struct str *folder, const char *name, const struct str *text) {
    struct str path = {0};
    const char *base = strrchr(name, '/');
    str_addf(&path, "%s/%s", str_text(folder), base ? base + 1 : name);
    str_write_file(str_text(&path), str_text(text), text->len);
    str_release(&path);
}

/* A word a line. */
static void keep_command(const struct str *folder) {
    char bytes[4096];
    struct str text = {0};
    FILE *f = fopen("/proc/self/cmdline", "r");
    if (!f) return;
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, f)) > 0;) str_add_len(&text, bytes, n);
    fclose(f);
    for (size_t i = 0; i < text.len; i++)
        if (!text.data[i]) text.data[i] = '\n';
    write_into(folder, "command", &text);
    str_release(&text);
}

static void keep_files(const struct race *r, const struct str *folder) {
    struct str text = {0};
    for (uint32_t i = 0; i < r->p->nfiles; i++) {
        str_clear(&text);
        if (str_read_file(&text, r->p->files[i])) write_into(folder, r->p->files[i], &text);
    }
    str_release(&text);
}

static const char *word_of(const struct race *r, const struct racer *j) {
    if (j->status == EXIT_FINE) return r->p->ntargets ? "UNREACHABLE" : "SAFE";
    return r->p->ntargets ? "REACHABLE" : "UNSAFE";
}

/* What an engine has printed. */
static void keep_said(const struct race *r, const struct str *folder) {
    struct str text = {0}, name = {0};
    for (uint32_t i = 0; i < r->n; i++) {
        str_clear(&text);
        str_clear(&name);
        racer_said(&r->racers[i], &text);
        str_addf(&name, "%s.said", r->racers[i].name);
        if (text.len) write_into(folder, str_text(&name), &text);
    }
    str_release(&text);
    str_release(&name);
}

/* Writes down which engine says what. */
static void keep_answers(const struct race *r, const struct str *folder) {
    struct str text = {0};
    uint32_t number = 0;
    for (uint32_t i = 0; i < r->n; i++)
        if (r->racers[i].state == RACER_TOLD && r->racers[i].status != EXIT_UNKNOWN)
            str_addf(&text, "%s says %s\n", r->racers[i].name, word_of(r, &r->racers[i]));
    for (uint32_t i = 0; i < r->found.len; i++) {
        const struct found *f = &r->found.data[i];
        assert(f->racer < r->n);
        const char *name = r->racers[f->racer].name;
        if (f->kind == MAIL_TARGET) str_addf(&text, "%s reached target %llu\n", name, (unsigned long long)f->word);
        if (f->kind != MAIL_FINDING) continue;
        str_addf(&text, "%s found an error%s: error-%u\n", name, f->word ? "" : " that is not confirmed", ++number);
        if (folder->len && r->p->keep)
            r->p->keep(r->p->owner, str_text(folder), number, f->bytes.data, f->bytes.data + f->bytes.len);
    }
    if (folder->len) write_into(folder, "answers", &text);
    for (const char *at = str_text(&text); *at; at += strcspn(at, "\n") + 1)
        log_error(&r->p->ctx->log, "internal error: engines contradict each other: %.*s", (int)strcspn(at, "\n"), at);
    str_release(&text);
}

int race_complain(struct race *r) {
    assert(race_contradicts(r));
    struct str folder = {0};
    bool kept = make_folder(&folder);
    if (!kept) {
        str_clear(&folder);
    } else {
        keep_command(&folder);
        keep_files(r, &folder);
        keep_said(r, &folder);
    }
    keep_answers(r, &folder);
    if (kept) log_error(&r->p->ctx->log, "please report this with the folder %s", str_text(&folder));
    else log_error(&r->p->ctx->log, "please report this with the program and the command line");
    str_release(&folder);
    printf("UNKNOWN\n");
    return EXIT_INTERNAL;
}
