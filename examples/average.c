/* Reads numbers and prints their average. Two bugs, found in a second. */
#include <stdio.h>
#include <stdlib.h>

struct series {
    int *values;
    int count, room;
};

static void add(struct series *s, int value) {
    if (s->count > s->room) {
        s->room = s->room * 2 + 4;
        s->values = realloc(s->values, (size_t)s->room * sizeof *s->values);
    }
    s->values[s->count++] = value;
}

static int average(const struct series *s) {
    int sum = 0;
    for (int i = 0; i < s->count; i++) sum += s->values[i];
    return sum / s->count;
}

int main(void) {
    struct series s = {malloc(4 * sizeof *s.values), 0, 4};
    int value;
    while (scanf("%d", &value) == 1) add(&s, value);
    printf("average %d\n", average(&s));
    free(s.values);
    return 0;
}
