// RUN: %same %s
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct s { char c; int i; double d; char last[3]; };

static void swap(int **a, int **b) {
    int *t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    int x = 1, y = 2, *p = &x, *q = &y, **pp = &p;
    swap(&p, &q);
    **pp = 20;
    printf("%d %d %d %d\n", x, y, *p, *q);
    struct s v = {'c', 5, 2.5, "ab"};
    char *base = (char *)&v;
    printf("%d %g %c\n", *(int *)(base + offsetof(struct s, i)), *(double *)(base + offsetof(struct s, d)),
           base[offsetof(struct s, last) + 1]);
    struct s *back = (struct s *)((char *)&v.i - offsetof(struct s, i));
    printf("%d %d\n", back == &v, back->i);
    uintptr_t n = (uintptr_t)&v.d;
    *(double *)(n) += 1;
    printf("%g %d\n", v.d, (int)(n % _Alignof(double)));
    uintptr_t tagged = (uintptr_t)&x | 1;
    printf("%d %d\n", (int)(tagged & 1), *(int *)(tagged & ~(uintptr_t)1));
    void *vp = &y;
    printf("%d %d %d\n", *(int *)vp, vp != NULL, &v.last[2] > &v.last[0]);
    return 0;
}
