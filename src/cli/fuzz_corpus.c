#include "cli/fuzz_corpus.h"

#include <unistd.h>

#include "base/context.h"

enum { LARGEST_SEED = 1 << 16 };

static const char own_name[] = "shrike";

/* Is it new? From now on it is not. */
static bool note(struct fuzz_corpus *c, const vec_u8 *bytes) {
    struct str name = {0};
    corpus_name(bytes, "", &name);
    bool new = strmap_put(&c->contents, name.data, 1);
    str_release(&name);
    return new;
}

/* Files that were not there last time. */
static bool read_new(struct fuzz_corpus *c, vec_files *out) {
    uint32_t before = out->len;
    bool ok = !c->folder || corpus_read(c->ctx, c->folder, LARGEST_SEED, &c->known, out);
    if (ok && c->sync) ok = corpus_read_others(c->ctx, c->sync, own_name, LARGEST_SEED, &c->known, out);
    for (uint32_t i = before; i < out->len; i++) note(c, &out->data[i].bytes);
    return ok;
}

/* Reads what an earlier run of ours has left. */
static bool open_queue(struct fuzz_corpus *c, vec_files *out) {
    str_addf(&c->own, "%s/%s/queue", c->sync, own_name);
    uint32_t before = out->len;
    if (!corpus_open(c->ctx, c->own.data) || !corpus_read(c->ctx, c->own.data, LARGEST_SEED, NULL, out)) return false;
    for (uint32_t i = before; i < out->len; i++) note(c, &out->data[i].bytes);
    c->next = out->len - before;
    return true;
}

bool fuzz_corpus_open(struct fuzz_corpus *c, struct context *ctx, vec_files *seeds) {
    *c = (struct fuzz_corpus){.ctx = ctx, .folder = ctx->opt.corpus, .sync = ctx->opt.sync};
    strmap_init(&c->known);
    strmap_init(&c->contents);
    for (uint32_t i = 0; i < ctx->opt.seeds.len; i++)
        if (!corpus_read(ctx, ctx->opt.seeds.data[i], LARGEST_SEED, NULL, seeds)) return false;
    if (c->folder && !corpus_open(ctx, c->folder)) return false;
    if (c->sync && !open_queue(c, seeds)) return false;
    if (!read_new(c, seeds)) return false;
    corpus_sort(seeds);
    c->looked_ns = clock_ns();
    return true;
}

void fuzz_corpus_release(struct fuzz_corpus *c) {
    str_release(&c->own);
    strmap_release(&c->known);
    strmap_release(&c->contents);
}

/* Numbers go up without gaps: AFL++ looks for the next one. */
static bool add_to_queue(struct fuzz_corpus *c, const vec_u8 *bytes) {
    struct str name = {0};
    str_addf(&name, "id:%06llu,", (unsigned long long)c->next++);
    corpus_name(bytes, "src:", &name);
    bool ok = corpus_put(c->ctx, c->own.data, name.data, bytes);
    str_release(&name);
    return ok;
}

static bool add_to_folder(struct fuzz_corpus *c, const vec_u8 *bytes) {
    struct str path = {0};
    bool added;
    str_addf(&path, "%s/", c->folder);
    corpus_name(bytes, "", &path);
    strmap_put(&c->known, path.data, 1); /* so that fuzz_corpus_look does not read it */
    str_release(&path);
    return corpus_add(c->ctx, c->folder, "", bytes, &added);
}

bool fuzz_corpus_add(struct fuzz_corpus *c, const vec_u8 *bytes) {
    if ((!c->sync && !c->folder) || !note(c, bytes)) return true;
    c->added++;
    if (c->sync && !add_to_queue(c, bytes)) return false;
    return !c->folder || add_to_folder(c, bytes);
}

void fuzz_corpus_look(struct fuzz_corpus *c, vec_files *out) {
    enum { EVERY_NS = 1000000000 };
    uint64_t now = clock_ns();
    if ((!c->folder && !c->sync) || now - c->looked_ns < EVERY_NS) return;
    c->looked_ns = now;
    read_new(c, out);
}

void fuzz_corpus_drop(struct fuzz_corpus *c, const char *path) {
    if (c->folder && strncmp(path, c->folder, strlen(c->folder)) == 0 && path[strlen(c->folder)] == '/') unlink(path);
}
