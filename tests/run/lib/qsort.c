// RUN: %same %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec { char name[8]; int age; };

static int by_int(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_name(const void *a, const void *b) { return strcmp(((const struct rec *)a)->name, ((const struct rec *)b)->name); }
static int by_str(const void *a, const void *b) { return strcmp(*(char *const *)b, *(char *const *)a); }

int main(void) {
    int v[100];
    unsigned x = 1;
    for (int i = 0; i < 100; i++) v[i] = (int)((x = x * 69069 + 1) >> 20);
    qsort(v, 100, sizeof *v, by_int);
    for (int i = 1; i < 100; i++)
        if (v[i - 1] > v[i]) return 1;
    int key = v[37], *hit = bsearch(&key, v, 100, sizeof *v, by_int), no = -1;
    printf("%d %d\n", *hit == key, bsearch(&no, v, 100, sizeof *v, by_int) == NULL);
    struct rec r[] = {{"mia", 30}, {"bob", 25}, {"zoe", 41}, {"ann", 19}};
    qsort(r, 4, sizeof *r, by_name);
    for (int i = 0; i < 4; i++) printf("%s %d\n", r[i].name, r[i].age);
    char *s[] = {"b", "c", "a"};
    qsort(s, 3, sizeof *s, by_str);
    printf("%s%s%s\n", s[0], s[1], s[2]);
    qsort(s, 0, sizeof *s, by_str);
    return 0;
}
