// RUN: %same %s
// RUN: %same --check=all %s
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(10), *q = calloc(4, 3);
    memcpy(p, "123456789", 10);
    for (int i = 0; i < 12; i++)
        if (q[i]) return 1;
    p = realloc(p, 1000);
    printf("%s\n", p);
    p = realloc(p, 5);
    printf("%.5s\n", p);
    char *r = realloc(NULL, 3);
    r[2] = 'r';
    free(NULL);
    printf("%d %d\n", malloc(SIZE_MAX / 2) == NULL, calloc(SIZE_MAX, 16) == NULL);
    char *s = strdup("copy"), *t = strndup("truncated", 5);
    printf("%s %s %c\n", s, t, r[2]);
    free(p); free(q); free(r); free(s); free(t);
    void *many[200];
    for (int i = 0; i < 200; i++) many[i] = malloc((size_t)i);
    for (int i = 0; i < 200; i += 2) free(many[i]);
    for (int i = 1; i < 200; i += 2) free(many[i]);
    return 0;
}
