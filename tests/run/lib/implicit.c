// Old C calls library functions without declaring them: the compiler knows their types.
// RUN: %same -std=gnu89 %s
// RUN: %same -std=gnu89 -m32 %s
int puts(const char *);

int main(void) {
    char *p = malloc(10), *q;
    memset(p, 'x', 9);
    p[9] = 0;
    p[4] = 'y';
    q = strchr(p, 'y');
    if (q != p + 4 || strlen(q) != 5) return 1;
    puts(q);
    printf("%g %ld\n", sqrt(16), labs(-5L));
    free(p);
    return 0;
}
