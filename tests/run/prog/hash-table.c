// RUN: %same %s
// RUN: %same --check=all %s
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char *key; int value; struct entry *next; };
struct table { struct entry **buckets; size_t size, used; };

static uint32_t hash(const char *s) {
    uint32_t h = 2166136261u;
    while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static void grow(struct table *t) {
    size_t size = t->size ? t->size * 2 : 4;
    struct entry **buckets = calloc(size, sizeof *buckets);
    for (size_t i = 0; i < t->size; i++)
        for (struct entry *e = t->buckets[i], *next; e; e = next) {
            next = e->next;
            struct entry **slot = &buckets[hash(e->key) % size];
            e->next = *slot;
            *slot = e;
        }
    free(t->buckets);
    t->buckets = buckets;
    t->size = size;
}

static int *lookup(struct table *t, const char *key) {
    if (t->used >= t->size) grow(t);
    struct entry **slot = &t->buckets[hash(key) % t->size];
    for (struct entry *e = *slot; e; e = e->next)
        if (!strcmp(e->key, key)) return &e->value;
    struct entry *e = malloc(sizeof *e);
    *e = (struct entry){strdup(key), 0, *slot};
    *slot = e;
    t->used++;
    return &e->value;
}

int main(void) {
    struct table t = {0};
    char text[] = "the cat and the dog and the bird saw the cat";
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) ++*lookup(&t, w);
    char key[16];
    for (int i = 0; i < 200; i++) {
        snprintf(key, sizeof key, "k%d", i % 50);
        *lookup(&t, key) += i;
    }
    printf("%d %d %d %d %zu %zu\n", *lookup(&t, "the"), *lookup(&t, "cat"), *lookup(&t, "bird"), *lookup(&t, "k7"), t.used, t.size);
    for (size_t i = 0; i < t.size; i++)
        for (struct entry *e = t.buckets[i], *next; e; e = next) {
            next = e->next;
            free(e->key);
            free(e);
        }
    free(t.buckets);
    return 0;
}
