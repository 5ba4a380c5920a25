#include "serve/watch.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/context.h"
#include "base/exit.h"
#include "base/json.h"
#include "base/map.h"
#include "base/sha256.h"
#include "base/tempfolder.h"
#include "serve/subject.h"
#include "text/jsonread.h"

enum { DEEPEST = 12 };

/* A program, and what its files were when its last run began. */
struct watched {
    struct checkup *check;
    text_list digests; /* one for each of check->reads; "" of one that could not be read */
    struct timespec began;
    bool told;  /* a result has been reported */
    int status; /* that of the last result */
    bool found; /* by the last look into the folder */
};

struct watcher {
    struct context *ctx;
    const struct watch_wish *wish;
    int notify;
    struct strmap folders;     /* watched: path to descriptor */
    VEC(char *) by_descriptor; /* path; NULL: none */
    VEC(struct watched *) programs;
    struct str temporary;
    uint32_t numbers;
    bool over;
    bool greeted;
};

/* ---- files ------------------------------------------------------------------------------------------- */

static bool is_system(const char *path) { return str_starts(path, "/usr/include/") || str_starts(path, "/usr/lib/"); }

static void digest(const char *path, struct str *out) {
    struct str bytes = {0};
    str_clear(out);
    if (str_read_file(&bytes, path)) sha256_add(out, str_text(&bytes), bytes.len);
    str_release(&bytes);
}

static void watch_folder(struct watcher *w, const char *folder) {
    if (strmap_get(&w->folders, folder, 0)) return;
    int wd = inotify_add_watch(w->notify, folder,
                               IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ONLYDIR);
    strmap_put(&w->folders, folder, (uint64_t)(wd + 1));
    if (wd < 0) {
        log_warning(&w->ctx->log, "cannot watch %s: %s", folder, strerror(errno));
        return;
    }
    while (w->by_descriptor.len <= (uint32_t)wd) vec_push(&w->by_descriptor, NULL);
    mem_free(w->by_descriptor.data[wd]);
    w->by_descriptor.data[wd] = mem_strdup(folder);
}

static void watch_folder_of(struct watcher *w, const char *path) {
    struct str folder = {0};
    const char *slash = strrchr(path, '/');
    str_add_len(&folder, path, slash && slash > path ? (size_t)(slash - path) : 1);
    watch_folder(w, str_text(&folder));
    str_release(&folder);
}

/* Before a run. */
static void note_digests(struct watched *p) {
    struct str now = {0};
    texts_release(&p->digests);
    for (uint32_t i = 0; i < p->check->reads.len; i++) {
        if (!is_system(p->check->reads.data[i])) digest(p->check->reads.data[i], &now);
        else str_clear(&now);
        texts_add(&p->digests, str_text(&now));
    }
    str_release(&now);
}

/* Is the file another one than when the last run began? */
static bool has_changed(const struct watched *p, const char *path) {
    struct str now = {0};
    bool changed = true;
    digest(path, &now);
    for (uint32_t i = 0; i < p->digests.len && i < p->check->reads.len; i++)
        if (strcmp(p->check->reads.data[i], path) == 0) changed = strcmp(p->digests.data[i], str_text(&now)) != 0;
    str_release(&now);
    return changed;
}

/* ---- programs ---------------------------------------------------------------------------------------- */

static struct watched *find(struct watcher *w, const struct subject *s) {
    for (uint32_t i = 0; i < w->programs.len; i++)
        if (strcmp(w->programs.data[i]->check->name, s->name) == 0 &&
            strcmp(w->programs.data[i]->check->folder, s->folder) == 0)
            return w->programs.data[i];
    return NULL;
}

static void add_program(struct watcher *w, const struct subject *s) {
    struct watched *p = find(w, s);
    struct str depends = {0};
    if (!p) {
        p = MEM_NEW(struct watched);
        str_addf(&depends, "%s/%u", str_text(&w->temporary), w->numbers++);
        p->check = checkup_new(s->name, s->folder, str_text(&depends));
        for (uint32_t i = 0; i < s->words.len; i++) texts_add(&p->check->words, s->words.data[i]);
        checkup_ask(p->check);
        vec_push(&w->programs, p);
    }
    p->found = true;
    str_release(&depends);
}

static void watched_free(struct watched *p) {
    checkup_free(p->check);
    texts_release(&p->digests);
    mem_free(p);
}

/* ---- what is reported -------------------------------------------------------------------------------- */

/* A line for the reader of a pipeline; watching ends if the reader does not read any more. */
static void print_line(struct watcher *w, const char *text) {
    if (printf("%s\n", text) < 0 || fflush(stdout) != 0) w->over = true;
}

static void write_json(struct watcher *w, const struct str *text) {
    const char *at = str_text(text), *end = at + text->len;
    while (w->wish->json >= 0 && at < end && !w->over) {
        ssize_t n = write(w->wish->json, at, (size_t)(end - at));
        if (n > 0) at += n;
        else if (n == 0 || errno != EINTR) w->over = true;
    }
}

/* The first line that says what is wrong. */
static void add_complaint(const struct checkup *c, struct str *out) {
    for (const char *at = str_text(&c->errors); *at;) {
        size_t len = strcspn(at, "\n");
        struct str line = {0};
        str_add_len(&line, at, len);
        bool wrong = strstr(str_text(&line), "error: ") != NULL;
        if (wrong) str_add(out, str_text(&line));
        str_release(&line);
        if (wrong) return;
        at += len + (at[len] == '\n');
    }
    str_addf(out, "shrike ended with status %d", c->status);
}

static void tell_json(struct watcher *w, const struct watched *p) {
    const struct checkup *c = p->check;
    struct str text = {0}, complaint = {0};
    json_open(&text, NULL, '{');
    json_add(&text, "program", c->name);
    if (c->result && c->line.len > 2) { /* the rest of its object */
        size_t len = c->line.len;
        while (len && strchr("\r\n", c->line.data[len - 1])) len--;
        str_add_char(&text, ',');
        str_add_len(&text, c->line.data + 1, len - 1);
    } else {
        add_complaint(c, &complaint);
        json_add(&text, "command", "verify");
        json_add(&text, "outcome", "not verified");
        json_addf(&text, "status", "%d", c->status);
        json_addf(&text, "bugs", "[]");
        json_addf(&text, "statistics", "{}");
        json_add(&text, "message", str_text(&complaint));
        json_close(&text, "}");
    }
    str_add_char(&text, '\n');
    write_json(w, &text);
    str_release(&text);
    str_release(&complaint);
}

static void add_bugs(const struct json *bugs, struct str *out) {
    const struct json *bug = bugs ? bugs->first : NULL;
    uint32_t more = 0;
    if (!bug) return;
    str_addf(out, ": %s:%.0f:%.0f: %s [%s]", json_text(bug, "file"),
             json_member(bug, "line") ? json_member(bug, "line")->number : 0,
             json_member(bug, "column") ? json_member(bug, "column")->number : 0, json_text(bug, "message"),
             json_text(bug, "kind"));
    for (bug = bug->next; bug; bug = bug->next) more++;
    if (more) str_addf(out, " and %u more", more);
}

/* Why it is not decided; the place comes first. */
static void add_gap(const struct json *gaps, struct str *out) {
    if (gaps && gaps->first && gaps->first->kind == JSON_TEXT) str_addf(out, ": %s", gaps->first->text);
}

/* One line, whatever is in it. */
static void tell(struct watcher *w, const struct watched *p) {
    const struct json *result = p->check->result, *seconds = json_member(result, "seconds");
    struct str line = {0};
    str_addf(&line, "%s: ", p->check->name);
    if (result) {
        str_addf(&line, "%s (%s, %.1f s)", json_text(result, "outcome"), json_text(result, "engine"),
                 seconds ? seconds->number : 0);
        add_bugs(json_member(result, "bugs"), &line);
        if (p->status == EXIT_UNKNOWN) add_gap(json_member(result, "gaps"), &line);
    } else {
        str_add(&line, "not verified: ");
        add_complaint(p->check, &line);
    }
    for (size_t i = 0; i < line.len; i++)
        if (strchr("\r\n", line.data[i])) line.data[i] = ' ';
    print_line(w, str_text(&line));
    str_release(&line);
}

/* ---- runs -------------------------------------------------------------------------------------------- */

static bool works(const struct watched *p) {
    return p->check->state == CHECKUP_RUNNING || p->check->state == CHECKUP_STOPPING;
}

static void greet(struct watcher *w) {
    uint32_t files = 0;
    if (w->greeted) return;
    for (uint32_t i = 0; i < w->programs.len; i++)
        for (uint32_t k = 0; k < w->programs.data[i]->check->reads.len; k++)
            files += !is_system(w->programs.data[i]->check->reads.data[k]);
    fprintf(w->ctx->log.out, "shrike: %u program%s watched, %u file%s in all; Ctrl-C ends it\n", w->programs.len,
            w->programs.len == 1 ? " is" : "s are", files, files == 1 ? "" : "s");
    w->greeted = true;
}

/* One at a time: each takes all processors. */
static void start_next(struct watcher *w) {
    struct watched *next = NULL;
    for (uint32_t i = 0; i < w->programs.len; i++) {
        if (works(w->programs.data[i])) return;
        if (!next && w->programs.data[i]->check->state == CHECKUP_WAITING) next = w->programs.data[i];
    }
    if (!next) {
        greet(w);
        return;
    }
    struct str why = {0};
    note_digests(next);
    clock_gettime(CLOCK_REALTIME_COARSE, &next->began);
    if (!checkup_start(next->check, &w->wish->options, 0, &why)) {
        log_error(&w->ctx->log, "%s", str_text(&why));
        w->over = true;
    }
    str_release(&why);
}

/* Was the file written after the run began? The clock is the one that files are stamped with. */
static bool is_younger(const struct watched *p, const char *path) {
    struct stat st;
    if (stat(path, &st) != 0) return false;
    return st.st_mtim.tv_sec > p->began.tv_sec ||
           (st.st_mtim.tv_sec == p->began.tv_sec && st.st_mtim.tv_nsec > p->began.tv_nsec);
}

static uint32_t place_of(const text_list *list, const char *text) {
    for (uint32_t i = 0; i < list->len; i++)
        if (strcmp(list->data[i], text) == 0) return i;
    return UINT32_MAX;
}

/* After a run. The folders of what was read are watched from now on. What was known before keeps the digest that it had
 * when the run began, so that a change that was not reported yet is seen as one; of the rest the stamp says
 * whether it has changed since, and what changes after the digest was taken is reported. */
static void look_at_reads(struct watcher *w, struct watched *p, const text_list *before) {
    bool changed = false;
    text_list digests = {0};
    struct str now = {0};
    for (uint32_t i = 0; i < p->check->reads.len; i++) {
        const char *path = p->check->reads.data[i];
        uint32_t known = place_of(before, path);
        str_clear(&now);
        if (!is_system(path)) watch_folder_of(w, path);
        if (known < p->digests.len) str_add(&now, p->digests.data[known]);
        else if (!is_system(path)) digest(path, &now), changed |= is_younger(p, path);
        texts_add(&digests, str_text(&now));
    }
    texts_release(&p->digests);
    p->digests = digests;
    if (changed) checkup_ask(p->check);
    str_release(&now);
}

static void take_up(struct watcher *w, struct watched *p) {
    p->status = p->check->status;
    p->told = true;
    tell_json(w, p);
    tell(w, p);
}

static void look(struct watcher *w) {
    for (uint32_t i = 0; i < w->programs.len; i++) {
        struct watched *p = w->programs.data[i];
        text_list before = {0};
        for (uint32_t k = 0; k < p->check->reads.len; k++) texts_add(&before, p->check->reads.data[k]);
        if (checkup_look(p->check) == CHECKUP_DONE) {
            take_up(w, p);
            look_at_reads(w, p, &before);
        }
        texts_release(&before);
    }
}

/* ---- changes ----------------------------------------------------------------------------------------- */

/* Programs come and go with their files. */
static void look_into_folder(struct watcher *w) {
    subject_list found = {0};
    for (uint32_t i = 0; i < w->programs.len; i++) w->programs.data[i]->found = false;
    subjects_of_folder(w->wish->folder, &found);
    for (uint32_t i = 0; i < found.len; i++) add_program(w, &found.data[i]);
    for (uint32_t i = w->programs.len; i-- > 0;) {
        struct watched *p = w->programs.data[i];
        if (p->found || works(p)) continue;
        struct str line = {0};
        str_addf(&line, "%s: gone", p->check->name);
        print_line(w, str_text(&line));
        str_release(&line);
        w->programs.data[i] = vec_last(&w->programs);
        w->programs.len--;
        watched_free(p);
    }
    subjects_release(&found);
}

/* Could it be, or make, another program? */
static bool matters_to_folder(const char *path, uint32_t mask) {
    return str_ends(path, ".c") || str_ends(path, "/.shrike/database") || mask & IN_ISDIR;
}

static bool is_source(const char *path) { return str_ends(path, ".c") || str_ends(path, ".h") || str_ends(path, ".i"); }

/* What did not compile may be waiting for a file that was not there. */
static bool may_be_missed(const struct watched *p, const char *path) {
    size_t folder = (size_t)(strrchr(path, '/') - path);
    bool near = false;
    if (!p->told || p->check->result || !is_source(path)) return false;
    for (uint32_t i = 0; i < p->check->reads.len && !near; i++)
        near = strncmp(p->check->reads.data[i], path, folder + 1) == 0;
    return near;
}

static void file_changed(struct watcher *w, const char *path) {
    for (uint32_t i = 0; i < w->programs.len; i++) {
        struct watched *p = w->programs.data[i];
        if (checkup_reads(p->check, path) ? has_changed(p, path) : may_be_missed(p, path)) checkup_ask(p->check);
    }
}

/* A folder and those in it, hidden ones apart. */
static void watch_tree(struct watcher *w, const char *folder, uint32_t depth) {
    DIR *list = depth < DEEPEST ? opendir(folder) : NULL;
    struct stat st;
    struct str path = {0};
    if (list) watch_folder(w, folder);
    for (const struct dirent *e; list && (e = readdir(list));) {
        str_clear(&path);
        str_addf(&path, "%s/%s", folder, e->d_name);
        if (strcmp(e->d_name, ".shrike") == 0) watch_folder(w, str_text(&path));
        else if (e->d_name[0] != '.' && lstat(str_text(&path), &st) == 0 && S_ISDIR(st.st_mode))
            watch_tree(w, str_text(&path), depth + 1);
    }
    if (list) closedir(list);
    str_release(&path);
}

static void take_event(struct watcher *w, const struct inotify_event *e, bool *folder) {
    if (e->mask & IN_Q_OVERFLOW) { /* anything may have changed */
        for (uint32_t i = 0; i < w->programs.len; i++) checkup_ask(w->programs.data[i]->check);
        *folder = true;
    }
    if (e->wd < 0 || (uint32_t)e->wd >= w->by_descriptor.len || !w->by_descriptor.data[e->wd]) return;
    if (e->mask & IN_IGNORED) { /* the folder was removed; another of its name may be made */
        strmap_put(&w->folders, w->by_descriptor.data[e->wd], 0);
        return;
    }
    struct str path = {0};
    str_addf(&path, "%s/%s", w->by_descriptor.data[e->wd], e->len ? e->name : "");
    if (w->wish->folder && e->mask & IN_ISDIR && e->mask & (IN_CREATE | IN_MOVED_TO)) watch_tree(w, str_text(&path), 1);
    if (!(e->mask & IN_CREATE)) file_changed(w, str_text(&path)); /* what is created is empty until it is closed */
    *folder |= w->wish->folder && matters_to_folder(str_text(&path), e->mask);
    str_release(&path);
}

static void take_events(struct watcher *w) {
    char bytes[16384] __attribute__((aligned(__alignof__(struct inotify_event))));
    bool folder = false;
    for (ssize_t n; (n = read(w->notify, bytes, sizeof bytes)) > 0;)
        for (const char *at = bytes; at < bytes + n;) {
            const struct inotify_event *e = (const struct inotify_event *)(const void *)at;
            take_event(w, e, &folder);
            at += sizeof *e + e->len;
        }
    if (folder) look_into_folder(w);
}

/* ---- the loop ---------------------------------------------------------------------------------------- */

static void wait_for_news(struct watcher *w, const sigset_t *open) {
    struct pollfd fds[1 + OFFSPRING_POLLED] = {{.fd = w->notify, .events = POLLIN}};
    nfds_t n = 1;
    struct timespec patience = {0}, *until = NULL;
    for (uint32_t i = 0; i < w->programs.len; i++) {
        const struct offspring *c = &w->programs.data[i]->check->child;
        if (!works(w->programs.data[i])) continue;
        assert(n == 1); /* one at a time */
        int ms = offspring_patience(c);
        n += (nfds_t)offspring_poll(c, fds + n);
        if (ms >= 0) patience = (struct timespec){ms / 1000, ms % 1000 * 1000000L}, until = &patience;
    }
    ppoll(fds, n, until, open); /* a signal that came before it is seen here */
    take_events(w);
}

static int worst(const struct watcher *w) {
    static const int order[] = {EXIT_UNSAFE, EXIT_WRONG, EXIT_UNKNOWN, EXIT_BOUNDED};
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (uint32_t i = 0; i < w->programs.len; i++)
            if (w->programs.data[i]->told && w->programs.data[i]->status == order[k]) return order[k];
    return EXIT_FINE;
}

static void finish(struct watcher *w) {
    for (uint32_t i = 0; i < w->programs.len; i++) offspring_stop(&w->programs.data[i]->check->child);
    for (uint32_t i = 0; i < w->programs.len; i++) {
        offspring_wait(&w->programs.data[i]->check->child);
        watched_free(w->programs.data[i]);
    }
    for (uint32_t i = 0; i < w->by_descriptor.len; i++) mem_free(w->by_descriptor.data[i]);
    vec_release(&w->programs);
    vec_release(&w->by_descriptor);
    strmap_release(&w->folders);
    folder_remove(str_text(&w->temporary));
    str_release(&w->temporary);
    close(w->notify);
}

static void add_named(struct watcher *w) {
    struct subject s = {.name = (char *)(w->wish->words.len ? w->wish->words.data[0] : "project"),
                        .folder = (char *)"."};
    s.words = w->wish->words;
    add_program(w, &s);
}

int watch_serve(struct context *ctx, const struct watch_wish *wish) {
    struct watcher w = {.ctx = ctx, .wish = wish, .notify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
    sigset_t ours, open;
    int status = EXIT_WRONG;
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    sigaddset(&ours, SIGHUP);
    strmap_init(&w.folders);
    if (w.notify < 0 || !folder_make(&w.temporary)) {
        log_error(&ctx->log, "cannot watch files: %s", strerror(errno));
        return EXIT_WRONG;
    }
    signal(SIGPIPE, SIG_IGN);
    sigprocmask(SIG_BLOCK, &ours, &open); /* they come while we wait */
    if (wish->folder) watch_tree(&w, wish->folder, 0);
    if (wish->folder) look_into_folder(&w);
    else add_named(&w);
    if (!w.programs.len)
        log_warning(&ctx->log, "%s has no program yet: neither a captured build nor a C file that defines main",
                    wish->folder);
    start_next(&w);
    while (!w.over && !*ctx->limits.interrupted) {
        wait_for_news(&w, &open);
        look(&w);
        start_next(&w);
    }
    status = worst(&w);
    finish(&w);
    sigprocmask(SIG_SETMASK, &open, NULL);
    return status;
}
