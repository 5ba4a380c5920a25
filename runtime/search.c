/* search.h: hash tables and binary trees. The trees are not balanced; what a walk shows is the same
 * but for the depths. */
#include "rt.h"

#include <search.h>
#include <stdlib.h>

/* ---- hsearch: open addressing, never full ---- */
struct _ENTRY {
    ENTRY entry;
    bool used;
};

static struct hsearch_data shared_table;

static unsigned hash_text(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 + (unsigned char)*s++;
    return h;
}

static int create_table(size_t n, struct hsearch_data *t) {
    if (t->table) return 0;
    size_t size = n < 3 ? 3 : n;
    t->table = calloc(size + 1, sizeof *t->table);
    if (!t->table) return rt_errno = ENOMEM, 0;
    t->size = (unsigned)size;
    t->filled = 0;
    return 1;
}

static int search_table(ENTRY item, ACTION action, ENTRY **result, struct hsearch_data *t) {
    *result = NULL;
    unsigned i = t->table ? hash_text(item.key) % t->size : 0, tried = 0;
    for (; t->table && tried < t->size && t->table[i].used; i = (i + 1) % t->size, tried++)
        if (rt_strcmp(t->table[i].entry.key, item.key) == 0) {
            *result = &t->table[i].entry;
            return 1;
        }
    if (action == FIND) return rt_errno = ESRCH, 0;
    if (!t->table || t->filled == t->size) return rt_errno = ENOMEM, 0;
    t->table[i].used = true;
    t->table[i].entry = item;
    t->filled++;
    *result = &t->table[i].entry;
    return 1;
}

static void destroy_table(struct hsearch_data *t) {
    free(t->table);
    t->table = NULL;
}

int hcreate(size_t n) { return create_table(n, &shared_table); }
void hdestroy(void) { destroy_table(&shared_table); }
int hcreate_r(size_t n, struct hsearch_data *t) { return create_table(n, t); }
void hdestroy_r(struct hsearch_data *t) { destroy_table(t); }
int hsearch_r(ENTRY item, ACTION action, ENTRY **result, struct hsearch_data *t) {
    return search_table(item, action, result, t);
}
ENTRY *hsearch(ENTRY item, ACTION action) {
    ENTRY *result;
    search_table(item, action, &result, &shared_table);
    return result;
}

/* ---- tsearch ---- */
struct node {
    const void *key; /* first: programs look at it */
    struct node *left, *right;
};

/* The place of a key: the pointer to its node, or where that would hang. */
static struct node **find_place(const void *key, struct node **root, __compar_fn_t compare) {
    while (*root) {
        int order = compare(key, (*root)->key);
        if (order == 0) break;
        root = order < 0 ? &(*root)->left : &(*root)->right;
    }
    return root;
}

void *tfind(const void *key, void *const *root, __compar_fn_t compare) {
    if (!root) return NULL;
    return *find_place(key, (struct node **)root, compare);
}

void *tsearch(const void *key, void **root, __compar_fn_t compare) {
    if (!root) return NULL;
    struct node **place = find_place(key, (struct node **)(void *)root, compare);
    if (*place) return *place;
    *place = calloc(1, sizeof **place);
    if (*place) (*place)->key = key;
    return *place;
}

void *tdelete(const void *restrict key, void **restrict root, __compar_fn_t compare) {
    struct node *parent = NULL, **place = (struct node **)(void *)root;
    while (root && *place) {
        int order = compare(key, (*place)->key);
        if (order == 0) break;
        parent = *place;
        place = order < 0 ? &parent->left : &parent->right;
    }
    if (!root || !*place) return NULL;
    struct node *gone = *place, **next = &gone->right;
    if (gone->left && gone->right) { /* its successor takes its place */
        while ((*next)->left) next = &(*next)->left;
        struct node *successor = *next;
        *next = successor->right;
        successor->left = gone->left;
        successor->right = gone->right;
        *place = successor;
    } else {
        *place = gone->left ? gone->left : gone->right;
    }
    void *result = parent ? (void *)parent : (void *)root;
    free(gone);
    return result;
}

static void walk(const struct node *n, __action_fn_t action, int depth) {
    if (!n->left && !n->right) {
        action(n, leaf, depth);
        return;
    }
    action(n, preorder, depth);
    if (n->left) walk(n->left, action, depth + 1);
    action(n, postorder, depth);
    if (n->right) walk(n->right, action, depth + 1);
    action(n, endorder, depth);
}

void twalk(const void *root, __action_fn_t action) {
    if (root && action) walk(root, action, 0);
}

static void walk_with(const struct node *n, void (*action)(const void *, VISIT, void *), void *arg) {
    if (!n->left && !n->right) {
        action(n, leaf, arg);
        return;
    }
    action(n, preorder, arg);
    if (n->left) walk_with(n->left, action, arg);
    action(n, postorder, arg);
    if (n->right) walk_with(n->right, action, arg);
    action(n, endorder, arg);
}

void twalk_r(const void *root, void (*action)(const void *, VISIT, void *), void *arg) {
    if (root && action) walk_with(root, action, arg);
}

static void destroy(struct node *n, __free_fn_t release) {
    if (!n) return;
    destroy(n->left, release);
    destroy(n->right, release);
    release((void *)n->key);
    free(n);
}

void tdestroy(void *root, __free_fn_t release) { destroy(root, release); }
