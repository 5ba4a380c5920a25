// RUN: %same %s
// Dijkstra on a grid with a binary heap and void pointers.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct heap { char *data; size_t size, len, room; int (*less)(const void *, const void *); };
struct spot { int cost, x, y; };

static void *slot(struct heap *h, size_t i) { return h->data + i * h->size; }
static void swap(struct heap *h, size_t a, size_t b) {
    char t[64];
    memcpy(t, slot(h, a), h->size);
    memcpy(slot(h, a), slot(h, b), h->size);
    memcpy(slot(h, b), t, h->size);
}
static void push(struct heap *h, const void *item) {
    if (h->len == h->room) h->data = realloc(h->data, (h->room = h->room * 2 + 1) * h->size);
    memcpy(slot(h, h->len), item, h->size);
    for (size_t i = h->len++; i && h->less(slot(h, i), slot(h, (i - 1) / 2)); i = (i - 1) / 2) swap(h, i, (i - 1) / 2);
}
static void pop(struct heap *h, void *out) {
    memcpy(out, slot(h, 0), h->size);
    if (--h->len) memcpy(slot(h, 0), slot(h, h->len), h->size);
    for (size_t i = 0;;) {
        size_t l = 2 * i + 1, best = i;
        for (size_t c = l; c < l + 2 && c < h->len; c++)
            if (h->less(slot(h, c), slot(h, best))) best = c;
        if (best == i) return;
        swap(h, i, best);
        i = best;
    }
}
static int cheaper(const void *a, const void *b) { return ((const struct spot *)a)->cost < ((const struct spot *)b)->cost; }

int main(void) {
    enum { N = 12 };
    int price[N][N], best[N][N];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) price[y][x] = (x * 7 + y * 13 + x * y) % 9 + 1, best[y][x] = INT_MAX;
    struct heap h = {.size = sizeof(struct spot), .less = cheaper};
    push(&h, &(struct spot){0, 0, 0});
    int popped = 0;
    while (h.len) {
        struct spot s;
        pop(&h, &s);
        popped++;
        if (s.cost >= best[s.y][s.x]) continue;
        best[s.y][s.x] = s.cost;
        static const int dirs[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        for (int d = 0; d < 4; d++) {
            int x = s.x + dirs[d][0], y = s.y + dirs[d][1];
            if (x < 0 || y < 0 || x >= N || y >= N) continue;
            push(&h, &(struct spot){s.cost + price[y][x], x, y});
        }
    }
    printf("%d %d\n", best[N - 1][N - 1], popped);
    free(h.data);
    return 0;
}
