/* What the engines are doing, while they do it. */
#include <assert.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/progress.h"
#include "portfolio/inside.h"

enum { SHOW_MS = 200, LEAST_COLUMNS = 60, LEAST_ROWS = 12 };

static const char *doing(const struct racer *j) {
    switch (j->state) {
    case RACER_TOLD: return "done";
    case RACER_ASKS: return "runs an error natively";
    case RACER_STOPPED: return "waits for its turn";
    default: return "works";
    }
}

static void describe(const struct racer *j, struct str *out) {
    if (!racer_works(j) && j->state != RACER_TOLD) return;
    str_addf(out, "%s%s", out->len ? ", " : "", j->name);
    if (j->state == RACER_TOLD) str_add(out, " (done)");
    else if (j->has_progress && j->progress.paths)
        str_addf(out, " (%llu paths, %llu/%llu blocks)", (unsigned long long)j->progress.paths,
                 (unsigned long long)j->progress.blocks, (unsigned long long)j->progress.all_blocks);
    else if (j->has_progress && j->progress.all_blocks)
        str_addf(out, " (%llu/%llu blocks)", (unsigned long long)j->progress.blocks,
                 (unsigned long long)j->progress.all_blocks);
}

/* The window; a line that goes on in the next one could not be taken back. */
static struct winsize window(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col <= 20)
        return (struct winsize){.ws_col = 79, .ws_row = 1};
    size.ws_col--;
    return size;
}

static uint32_t findings(const struct race *r) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->found.len; i++) n += r->found.data[i].kind == MAIL_FINDING && r->found.data[i].word;
    return n;
}

/* What is done with whatever comes. */
static void add_bound(const struct race *r, struct str *out) {
    uint64_t best = 0;
    for (uint32_t i = 0; i < r->n; i++)
        if (r->racers[i].has_progress && r->racers[i].progress.bound > best) best = r->racers[i].progress.bound;
    if (best)
        str_addf(out, ", %s in up to %llu rounds of each loop", findings(r) ? "no other" : "none",
                 (unsigned long long)best);
}

/* One line about all. */
static void add_line(const struct race *r, struct str *out) {
    struct str line = {0};
    for (uint32_t i = 0; i < r->n; i++) describe(&r->racers[i], &line);
    str_addf(out, "%.0f s: %s", (double)(race_now() - r->began) / 1000, str_text(&line));
    str_release(&line);
}

static void add_row(struct str *out, int columns, const char *text) { str_addf(out, "\033[K%.*s\n", columns, text); }

static void add_engine(const struct racer *j, int columns, struct str *out) {
    struct str line = {0};
    const struct mail_progress *p = &j->progress;
    str_addf(&line, "  %-12s", j->name);
    if (j->has_progress) {
        str_addf(&line, "%9llu %9llu", (unsigned long long)p->paths, (unsigned long long)p->open);
        if (p->all_blocks) str_addf(&line, " %7.0f %%", 100.0 * (double)p->blocks / (double)p->all_blocks);
        else str_add(&line, "          ");
    } else {
        str_add(&line, "                             ");
    }
    if (racer_works(j)) str_addf(&line, " %6llu MB", (unsigned long long)(racer_memory(j) >> 20));
    else str_add(&line, "          ");
    str_addf(&line, "  %s", doing(j));
    add_row(out, columns, str_text(&line));
    str_release(&line);
}

/* Returns how many lines it has. */
static int add_panel(const struct race *r, int columns, struct str *out) {
    struct str head = {0};
    int lines = 2;
    str_addf(&head, "shrike: %.0f s, %u error%s so far", (double)(race_now() - r->began) / 1000, findings(r),
             findings(r) == 1 ? "" : "s");
    add_bound(r, &head);
    add_row(out, columns, str_text(&head));
    add_row(out, columns, "  engine          paths      open   covered    memory");
    for (uint32_t i = 0; i < r->n; i++) {
        if (!racer_works(&r->racers[i]) && r->racers[i].state != RACER_TOLD) continue;
        add_engine(&r->racers[i], columns, out);
        lines++;
    }
    str_release(&head);
    return lines;
}

static void show_on_terminal(struct race *r) {
    struct winsize size = window();
    struct str text = {0};
    race_hide(r);
    assert(r->shown == 0);
    if (size.ws_col >= LEAST_COLUMNS && size.ws_row >= LEAST_ROWS) {
        r->shown = add_panel(r, size.ws_col, &text);
        fputs(str_text(&text), stderr);
    } else {
        add_line(r, &text);
        fprintf(stderr, "\r\033[K%.*s", size.ws_col, str_text(&text));
        r->shown = -1;
    }
    fflush(stderr);
    str_release(&text);
}

void race_show(struct race *r) {
    uint64_t now = race_now();
    if (r->p->ctx->log.colour && isatty(STDERR_FILENO)) {
        if (now - r->showed < SHOW_MS || now - r->began < SHOW_MS) return;
        r->showed = now;
        show_on_terminal(r);
        return;
    }
    if (!r->showed) r->showed = r->began;
    if (now - r->showed < progress_every_ms() || r->p->ctx->log.level < LOG_WARNING) return;
    struct str line = {0};
    r->showed = now;
    add_line(r, &line);
    fprintf(stderr, "shrike: %s\n", str_text(&line));
    str_release(&line);
}

/* -1: one line, in which the cursor stands; else that many above it. */
void race_hide(struct race *r) {
    assert(r->shown >= -1);
    if (r->shown < 0) fputs("\r\033[K", stderr);
    if (r->shown > 0) fprintf(stderr, "\r\033[%dA\033[J", r->shown);
    r->shown = 0;
}
