#include "report/folder.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/mem.h"
#include "base/str.h"
#include "exec/core/bug.h"
#include "report/formats.h"
#include "test/inputs.h"
#include "test/ktest.h"
#include "test/shell.h"
#include "test/test.h"
#include "test/testcomp.h"

static const char marker[] = ".shrike", temporary[] = ".tmp-", last_link[] = "shrike-last", script[] = ".sh";
enum { MOST_FOLDERS = 1000000 };

struct folder {
    struct context *ctx;
    char *name;
    int fd;                    /* of the folder: it may be renamed while we write */
    uint32_t ntests;           /* numbers given so far; shared ones may be given elsewhere in between */
    uint32_t next;             /* number of the next test, taken already; 0: not taken */
    _Atomic uint32_t *numbers; /* NULL: no other process writes */
    const char *const *args;
    uint32_t nargs;
};

/* Always false. */
static bool complain(struct folder *f, const char *file) {
    log_error(&f->ctx->log, "%s%s%s: %s", f->name, *file ? "/" : "", file, strerror(errno));
    return false;
}

/* ---- writing ---- */

static bool write_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

/* Under a temporary name, then renamed. */
static bool write_file(struct folder *f, const char *name, const char *data, size_t size) {
    struct str temp = {0};
    str_addf(&temp, "%s%s.part", temporary, name); /* a search for tests by their suffix does not find it */
    mode_t mode = str_ends(name, script) ? 0777 : 0666;
    int fd = openat(f->fd, temp.data, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode);
    bool ok = fd >= 0 && write_all(fd, data, size);
    int saved = errno;
    if (fd >= 0 && close(fd) != 0 && ok) {
        ok = false;
        saved = errno;
    }
    if (ok && renameat(f->fd, temp.data, f->fd, name) != 0) {
        ok = false;
        saved = errno;
    }
    if (fd >= 0 && !ok) unlinkat(f->fd, temp.data, 0);
    errno = saved;
    if (!ok) complain(f, name);
    str_release(&temp);
    return ok;
}

bool folder_write(struct folder *f, const char *name, const struct str *text) {
    assert(*name && *name != '.' && !strchr(name, '/'));
    return write_file(f, name, str_text(text), text->len);
}

/* ---- opening ---- */

/* Lets `last_link` point to name, in one step. What is no link is left alone. */
static void link_last(struct context *ctx, const char *name) {
    struct stat found;
    struct str temp = {0};
    if (lstat(last_link, &found) == 0 && !S_ISLNK(found.st_mode)) {
        log_warning(&ctx->log, "%s is not a link that shrike made; left unchanged", last_link);
        return;
    }
    str_addf(&temp, "%s.%ld", last_link, (long)getpid());
    unlink(temp.data);
    if (symlink(name, temp.data) != 0 || rename(temp.data, last_link) != 0) {
        log_warning(&ctx->log, "%s: %s", last_link, strerror(errno));
        unlink(temp.data);
    }
    str_release(&temp);
}

/* mkdir decides which run gets a number, should two start at once. */
static bool make_numbered(struct folder *f) {
    struct str name = {0};
    for (uint32_t n = 0; n < MOST_FOLDERS; n++) {
        str_clear(&name);
        str_addf(&name, "shrike-out-%u", n);
        if (mkdir(name.data, 0777) == 0) {
            f->name = str_take(&name);
            return true;
        }
        if (errno != EEXIST) break;
    }
    f->name = str_take(&name);
    return complain(f, "");
}

static bool make_named(struct folder *f, const char *name) {
    f->name = mem_strdup(name);
    return mkdir(name, 0777) == 0 || errno == EEXIST || complain(f, "");
}

static bool all_digits(const char *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!isdigit((unsigned char)text[i])) return false;
    return n > 0;
}

/* A file that every run writes, or that a killed one left half written. */
static bool is_old_result(const char *name) {
    static const char *const stems[] = {"testcase-", "test"};
    static const char *const sums[] = {"info", "run.stats", "coverage.info", "metadata.xml", "run-tests.sh"};
    if (str_starts(name, temporary)) return true;
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (!strcmp(name, sums[i])) return true;
    for (size_t i = 0; i < 2; i++) {
        const char *number = name + strlen(stems[i]);
        if (str_starts(name, stems[i]) && strchr(number, '.') &&
            all_digits(number, (size_t)(strchr(number, '.') - number)))
            return true;
    }
    return false;
}

/* Calls visit for each name but "." and ".."; false: could not be read. */
static bool each_name(struct folder *f, void (*visit)(struct folder *, const char *, void *), void *data) {
    int fd = openat(f->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    if (!dir) {
        if (fd >= 0) close(fd);
        return complain(f, "");
    }
    for (struct dirent *entry; (entry = readdir(dir));)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) visit(f, entry->d_name, data);
    closedir(dir);
    return true;
}

struct contents {
    bool ours, others;
};

static void look_at(struct folder *f, const char *name, void *data) {
    struct contents *found = data;
    struct stat file;
    bool is_marker =
        !strcmp(name, marker) && fstatat(f->fd, name, &file, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(file.st_mode);
    if (is_marker) found->ours = true;
    else if (!str_starts(name, temporary)) found->others = true;
}

/* Removes reports before tests, so that no report stays without its test if we are killed. */
static void remove_old(struct folder *f, const char *name, void *data) {
    const bool *tests = data;
    bool is_test = str_ends(name, ".ktest") || str_ends(name, ".xml") || str_ends(name, script);
    if (is_test == *tests && is_old_result(name) && unlinkat(f->fd, name, 0) != 0) complain(f, name);
}

/* Opens, locks, and makes sure that it is ours; an empty one becomes ours. */
static bool take_possession(struct folder *f) {
    static const char text[] = "An output folder of shrike: the next run overwrites the tests in it.\n";
    struct contents found = {0};
    f->fd = open(f->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (f->fd < 0) return complain(f, "");
    if (flock(f->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        log_error(&f->ctx->log, "another run of shrike uses %s", f->name);
        return false;
    }
    if (!each_name(f, look_at, &found)) return false;
    if (found.others && !found.ours) {
        log_error(&f->ctx->log, "%s is neither empty nor an output folder of shrike", f->name);
        return false;
    }
    bool tests[] = {false, true};
    if (found.ours) return each_name(f, remove_old, &tests[0]) && each_name(f, remove_old, &tests[1]);
    return write_file(f, marker, text, sizeof text - 1);
}

struct folder *folder_open(struct context *ctx, const char *name) {
    static const char *const no_arguments[] = {"program"};
    struct folder *f = MEM_NEW(struct folder);
    f->ctx = ctx;
    f->fd = -1;
    f->args = no_arguments;
    f->nargs = 1;
    bool ok = name ? make_named(f, name) : make_numbered(f);
    if (!ok || !take_possession(f)) {
        folder_close(f);
        return NULL;
    }
    if (!name) link_last(ctx, f->name);
    return f;
}

void folder_close(struct folder *f) {
    if (!f) return;
    if (f->fd >= 0) close(f->fd);
    mem_free(f->name);
    mem_free(f);
}

const char *folder_name(const struct folder *f) { return f->name; }
uint32_t folder_tests(const struct folder *f) { return f->ntests; }

void folder_set_arguments(struct folder *f, const char *const *args, uint32_t nargs) {
    assert(nargs > 0);
    f->args = args;
    f->nargs = nargs;
}

/* ---- tests ---- */

static bool write_suffixed(struct folder *f, const char *stem, const char *suffix, const struct str *text) {
    struct str name = {0};
    str_addf(&name, "%s%s", stem, suffix);
    bool ok = folder_write(f, name.data, text);
    str_release(&name);
    return ok;
}

static bool write_reports(struct folder *f, const char *stem, const struct test *t, const struct bug *bug,
                          struct program *p, const char *report) {
    struct str text = {0}, json = {0}, prefix = {0};
    str_addf(&prefix, "%s.%s", stem, bug_slug(bug->kind));
    if (report) {
        str_add(&text, report);
    } else {
        report_bug(p, NULL, bug, 0, false, &text);
        report_inputs(t, &text);
    }
    report_bug_json(p, bug, t, &json);
    str_add_char(&json, '\n');
    bool ok = write_suffixed(f, prefix.data, ".err", &text) && write_suffixed(f, prefix.data, ".json", &json);
    str_release(&text);
    str_release(&json);
    str_release(&prefix);
    return ok;
}

void folder_stem_of(uint32_t number, enum test_format format, char stem[FOLDER_STEM]) {
    snprintf(stem, FOLDER_STEM, format == FORMAT_TESTCOMP ? "testcase-%06u" : "test%06u", number);
}

void folder_share(struct folder *f, _Atomic uint32_t *numbers) { f->numbers = numbers; }

static uint32_t next_number(struct folder *f) {
    if (!f->next) f->next = f->numbers ? atomic_fetch_add(f->numbers, 1) + 1 : f->ntests + 1;
    return f->next;
}

void folder_stem(struct folder *f, enum test_format format, char stem[FOLDER_STEM]) {
    folder_stem_of(next_number(f), format, stem);
}

static void write_as(const struct folder *f, const struct test *t, enum test_format format, bool error,
                     struct str *out) {
    switch (format) {
    case FORMAT_KTEST: ktest_write(t, f->args, f->nargs, out); break;
    case FORMAT_TESTCOMP: testcomp_write(t, error, out); break;
    case FORMAT_SHELL: shell_write(t, !f->ctx->opt.stdin_kind, out); break;
    }
}

static const char *suffix_of(enum test_format format) {
    return format == FORMAT_KTEST ? ".ktest" : format == FORMAT_TESTCOMP ? ".xml" : script;
}

bool folder_remove_test(struct folder *f, enum test_format format, uint32_t number) {
    char stem[FOLDER_STEM];
    struct str name = {0};
    folder_stem_of(number, format, stem);
    str_addf(&name, "%s%s", stem, suffix_of(format));
    bool ok = unlinkat(f->fd, str_text(&name), 0) == 0 || complain(f, str_text(&name));
    str_clear(&name);
    str_addf(&name, "%s.trace", stem);
    unlinkat(f->fd, str_text(&name), 0); /* there may be none */
    str_release(&name);
    return ok;
}

uint32_t folder_add_test(struct folder *f, const struct test *t, enum test_format format, const struct bug *bug,
                         struct program *p, const char *report) {
    char stem[FOLDER_STEM];
    struct str text = {0};
    folder_stem(f, format, stem);
    write_as(f, t, format, bug != NULL, &text);
    bool ok = write_suffixed(f, stem, suffix_of(format), &text) && (!bug || write_reports(f, stem, t, bug, p, report));
    str_release(&text);
    f->ntests = f->next; /* a number is never used twice, whatever is there already */
    f->next = 0;
    return ok ? f->ntests : 0;
}
