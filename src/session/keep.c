/* The failing tests of verify, kept for shrike replay. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "report/folder.h"
#include "session/session.h"

enum { MOST_COMMANDS = 3 };

/* For scripts that ask thousands of times. */
static bool is_wanted(const struct options *opt) {
    const char *keep = getenv("SHRIKE_KEEP");
    return opt->keep_test && (opt->verify_output || !keep || strcmp(keep, "0") != 0);
}

/* .shrike/PROGRAM: one folder for each program, whose next failing test replaces this one. git leaves it alone. */
static struct folder *open_usual(struct session *s) {
    const char *file = s->line->files.len ? s->line->files.data[0] : "program", *slash = strrchr(file, '/');
    const char *name = slash && slash[1] ? slash + 1 : file, *dot = strrchr(name, '.');
    struct str path = {0};
    if (mkdir(".shrike", 0777) == 0) str_write_file(".shrike/.gitignore", "*\n", 2);
    str_addf(&path, ".shrike/%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
    struct folder *folder = folder_open(s->ctx, path.data);
    str_release(&path);
    return folder;
}

static struct folder *open_folder(struct session *s) {
    const char *named = s->ctx->opt.verify_output;
    struct folder *folder = named ? folder_open(s->ctx, named) : open_usual(s);
    if (!folder)
        log_warning(&s->ctx->log,
                    "cannot keep the failing test (--output DIR names a folder for it, --no-keep-test keeps none)");
    return folder;
}

static void tell(const struct session *s, const struct finding *f, const char *file) {
    struct str command = {0};
    session_replay_command(s, f, file, &command);
    fprintf(s->ctx->log.out, "the failing test is kept: %s\n", command.len ? str_text(&command) : file);
    str_release(&command);
}

/* False after a message. */
static bool keep(struct session *s, struct folder *folder, const struct finding *f, bool told) {
    char stem[FOLDER_STEM];
    struct str report = {0}, file = {0};
    struct test all = {0};
    folder_stem(folder, FORMAT_KTEST, stem);
    str_addf(&file, "%s/%s.ktest", folder_name(folder), stem);
    session_report(s, f, str_text(&file), false, &report);
    session_with_arguments(s, &f->test, &all);
    bool ok = folder_add_test(folder, &all, FORMAT_KTEST, &f->bug, s->p, str_text(&report)) != 0;
    if (ok && told) tell(s, f, str_text(&file));
    test_release(&all);
    str_release(&report);
    str_release(&file);
    return ok;
}

void session_keep(struct session *s) {
    if (!s->confirmed || !is_wanted(&s->ctx->opt)) return;
    struct folder *folder = open_folder(s);
    if (!folder) return;
    bool ok = true;
    for (uint32_t i = 0; i < s->findings.len && ok; i++)
        if (s->findings.data[i].confirmed) ok = keep(s, folder, &s->findings.data[i], s->confirmed <= MOST_COMMANDS);
    if (ok && s->confirmed > MOST_COMMANDS)
        fprintf(s->ctx->log.out, "%u failing tests for shrike replay are kept in %s\n", s->confirmed,
                folder_name(folder));
    folder_close(folder);
}
