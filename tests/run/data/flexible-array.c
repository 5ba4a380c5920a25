// RUN: %same %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct msg {
    unsigned len;
    char text[];
};

struct old {
    int n;
    int v[0];
};

static struct msg fixed = {5, "fixed"};

int main(void) {
    struct msg *m = malloc(sizeof *m + 20);
    m->len = 11;
    strcpy(m->text, "hello world");
    printf("%u %s %d\n", m->len, m->text, (int)sizeof *m);
    m = realloc(m, sizeof *m + 200);
    strcat(m->text, ", extended beyond the first size");
    puts(m->text);
    free(m);
    struct old *o = malloc(sizeof *o + 3 * sizeof(int));
    for (o->n = 0; o->n < 3; o->n++) o->v[o->n] = o->n * 11;
    printf("%d %d %.5s\n", o->v[2], o->n, fixed.text);
    free(o);
    return 0;
}
