#include "mem/radix.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "mem/object.h"

enum { BITS = 6, FANOUT = 1 << BITS };

struct radix_node {
    uint32_t refs;
    void *kids[FANOUT];
};

void radix_init(struct radix *r) {
    r->root = NULL;
    r->height = 0;
}

static void node_release(struct radix_node *node, uint32_t height) {
    if (!node || --node->refs) return;
    for (int i = 0; i < FANOUT; i++) {
        if (!node->kids[i]) continue;
        if (height == 1) object_release(node->kids[i]);
        else node_release(node->kids[i], height - 1);
    }
    mem_free(node);
}

void radix_release(struct radix *r) {
    node_release(r->root, r->height);
    radix_init(r);
}

void radix_fork(struct radix *to, const struct radix *from) {
    *to = *from;
    if (to->root) to->root->refs++;
}

static bool in_range(const struct radix *r, uint32_t number) {
    uint32_t bits = r->height * BITS;
    return r->root && (bits >= 32 || number >> bits == 0);
}

static uint32_t digit(uint32_t number, uint32_t height) { return number >> (height - 1) * BITS & (FANOUT - 1); }

struct mem_object *radix_get(const struct radix *r, uint32_t number) {
    if (!in_range(r, number)) return NULL;
    void *at = r->root;
    for (uint32_t h = r->height; at && h > 0; h--) at = ((struct radix_node *)at)->kids[digit(number, h)];
    return at;
}

struct mem_object *radix_get_exclusive(const struct radix *r, uint32_t number) {
    if (!in_range(r, number)) return NULL;
    struct radix_node *node = r->root;
    for (uint32_t h = r->height; h > 1; h--) {
        if (node->refs != 1) return NULL;
        node = node->kids[digit(number, h)];
        if (!node) return NULL;
    }
    struct mem_object *obj = node->refs == 1 ? node->kids[digit(number, 1)] : NULL;
    return obj && obj->refs == 1 ? obj : NULL;
}

static struct radix_node *unshare_node(struct radix_node **place, uint32_t height) {
    struct radix_node *node = *place;
    if (!node) {
        *place = MEM_NEW(struct radix_node);
        (*place)->refs = 1;
        return *place;
    }
    if (node->refs == 1) return node;
    struct radix_node *copy = memcpy(mem_alloc(sizeof *node), node, sizeof *node);
    copy->refs = 1;
    for (int i = 0; i < FANOUT; i++) {
        if (!copy->kids[i]) continue;
        if (height == 1) object_retain(copy->kids[i]);
        else ((struct radix_node *)copy->kids[i])->refs++;
    }
    node->refs--;
    return *place = copy;
}

static void **writable_place(struct radix *r, uint32_t number) {
    struct radix_node **place = &r->root;
    for (uint32_t h = r->height; h > 0; h--) {
        struct radix_node *node = unshare_node(place, h);
        place = (struct radix_node **)&node->kids[digit(number, h)];
    }
    return (void **)place;
}

struct mem_object *radix_get_writable(struct radix *r, uint32_t number) {
    assert(radix_get(r, number));
    struct mem_object *own = radix_get_exclusive(r, number);
    if (own) return own;
    void **place = writable_place(r, number);
    struct mem_object *obj = *place;
    if (obj->refs == 1) return obj;
    obj->refs--;
    return *place = object_copy(obj);
}

static void grow_to(struct radix *r, uint32_t number) {
    if (!r->root) {
        r->height = 1;
        unshare_node(&r->root, 1);
    }
    while (!in_range(r, number)) {
        struct radix_node *top = NULL;
        unshare_node(&top, r->height + 1);
        top->kids[0] = r->root;
        r->root = top;
        r->height++;
    }
}

void radix_put(struct radix *r, uint32_t number, struct mem_object *obj) {
    grow_to(r, number);
    void **place = writable_place(r, number);
    if (*place) object_release(*place);
    *place = obj;
}

static void each_below(const struct radix_node *node, uint32_t height, void (*fn)(void *data, struct mem_object *obj),
                       void *data) {
    for (int i = 0; i < FANOUT; i++) {
        if (!node->kids[i]) continue;
        if (height == 1) fn(data, node->kids[i]);
        else each_below(node->kids[i], height - 1, fn, data);
    }
}

void radix_each(const struct radix *r, void (*fn)(void *data, struct mem_object *obj), void *data) {
    if (r->root) each_below(r->root, r->height, fn, data);
}

/* ---- two tables ---------------------------------------------------------------------------------- */

typedef void (*pair_fn)(void *data, struct mem_object *a, struct mem_object *b);

/* Kid i of a node that may be missing, or lower than `height`: then it is kid 0. */
static const void *kid_at(const struct radix_node *node, uint32_t own, uint32_t height, int i) {
    if (!node) return NULL;
    if (own < height) return i == 0 ? node : NULL;
    return node->kids[i];
}

static void pairs_below(const struct radix_node *a, uint32_t height_a, const struct radix_node *b, uint32_t height_b,
                        pair_fn fn, void *data) {
    uint32_t height = height_a > height_b ? height_a : height_b;
    for (int i = 0; i < FANOUT; i++) {
        const void *ka = kid_at(a, height_a, height, i), *kb = kid_at(b, height_b, height, i);
        if (ka == kb) continue;
        if (height == 1) fn(data, (struct mem_object *)ka, (struct mem_object *)kb);
        else
            pairs_below(ka, height_a < height ? height_a : height - 1, kb, height_b < height ? height_b : height - 1,
                        fn, data);
    }
}

void radix_each_pair(const struct radix *a, const struct radix *b, pair_fn fn, void *data) {
    if (a->root != b->root) pairs_below(a->root, a->height, b->root, b->height, fn, data);
}
