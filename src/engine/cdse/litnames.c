#include "engine/cdse/litnames.h"

#include <assert.h>

static bool is_name(struct digest d) { return d.a || d.b; }

/* What options, their kinds and literals depend on, besides the code. */
static void mix_graph(struct digest *d, const struct fcfg *g) {
    digest_mix(d, g->p->functions.len);
    digest_mix(d, g->bounds.len);
    digest_mix(d, g->pointed.len);
    digest_mix(d, (uint64_t)g->exit_matters << 3 | (uint64_t)g->check_shift << 2 | (uint64_t)g->check_cast << 1 |
                      g->check_abort);
    digest_mix(d, g->max_depth);
    digest_mix(d, g->stack_size);
    digest_mix(d, g->large);
}

void litnames_init(struct litnames *n, const struct fcfg *g, struct digest origin) {
    assert(g->nodes.len && g->frames.len);
    *n = (struct litnames){.g = g, .origin = origin};
    map_init(&n->known);
    mix_graph(&n->origin, g);
    vec_push(&n->contexts, n->origin);
}

void litnames_release(struct litnames *n) {
    vec_release(&n->literals);
    vec_release(&n->frames);
    vec_release(&n->contexts);
    map_release(&n->known);
}

struct digest litnames_of(const struct litnames *n, uint32_t literal) {
    assert(literal);
    return literal < n->literals.len ? n->literals.data[literal] : (struct digest){0};
}

uint32_t litnames_find(const struct litnames *n, struct digest name) {
    uint32_t literal = (uint32_t)map_get(&n->known, name.a, 0);
    return literal && n->literals.data[literal].b == name.b ? literal : 0;
}

static void mix_digest(struct digest *d, struct digest other) {
    digest_mix(d, other.a);
    digest_mix(d, other.b);
}

static struct digest name_of_context(const struct litnames *n, uint32_t c) {
    struct fcontext context = fcfg_context(n->g, c);
    assert(c && context.parent < c);
    struct digest d = n->contexts.data[context.parent];
    digest_mix(&d, context.loop);
    digest_mix(&d, context.count);
    return d;
}

static struct digest name_of_frame(const struct litnames *n, uint32_t f) {
    const struct fframe *frame = &n->g->frames.data[f];
    struct digest d = n->origin;
    if (frame->caller != NO_NODE) mix_digest(&d, litnames_of(n, fcfg_node(n->g, frame->caller)->literal));
    digest_mix(&d, frame->fn->id);
    return d;
}

static void give_name(struct litnames *n, uint32_t literal, struct digest name) {
    if (literal >= n->literals.len) vec_resize(&n->literals, literal + literal / 2 + 64);
    n->literals.data[literal] = name;
    map_put(&n->known, name.a, literal);
}

/* Frames and contexts made meanwhile, in the order in which they were: a caller is named before what it calls. */
static void complete(struct litnames *n, uint32_t frame) {
    for (uint32_t c = n->contexts.len; c < n->g->contexts.len; c++) vec_push(&n->contexts, name_of_context(n, c));
    for (uint32_t f = n->frames.len; f <= frame; f++) {
        assert(n->g->frames.data[f].caller == NO_NODE ||
               is_name(litnames_of(n, fcfg_node(n->g, n->g->frames.data[f].caller)->literal)));
        vec_push(&n->frames, name_of_frame(n, f));
    }
}

bool litnames_add(struct litnames *n, uint32_t node) {
    const struct fnode *of = fcfg_node(n->g, node);
    assert(of->options);
    if (is_name(litnames_of(n, of->literal))) return false;
    complete(n, of->frame);
    struct digest name = n->frames.data[of->frame];
    mix_digest(&name, n->contexts.data[of->context]);
    digest_mix(&name, of->first);
    give_name(n, of->literal, name);
    for (uint32_t i = 0; i < of->noptions; i++) {
        struct digest d = name;
        digest_mix(&d, (uint64_t)of->options[i].kind + 1);
        digest_mix(&d, of->options[i].code);
        give_name(n, of->options[i].literal, d);
    }
    return true;
}
