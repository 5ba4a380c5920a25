/* Compiled with optimisation and _FORTIFY_SOURCE: the macros and checked names of the headers. */
#include "common.h"
#include <ctype.h>

int main(int argc, char **argv) {
    char a[40] = "", b[40] = "";
    int c, n = 0;
    while ((c = getchar_unlocked()) != EOF && n < 30) {
        a[n++] = (char)toupper(c);
        putchar_unlocked(tolower(c));
    }
    a[n] = 0;
    printf("%s %d %d\n", a, feof_unlocked(stdin), ferror_unlocked(stdin));
    snprintf(b, sizeof b, "%s-%d", argv[1], argc);
    puts(b);
    sprintf(b, "%d%%", n);
    puts(b);
    strcpy(b, argv[1]);
    strcat(b, argv[2]);
    strncat(b, "xyz", 2);
    puts(b);
    memcpy(b, a, (size_t)n);
    memset(b, 'z', (size_t)argc);
    strncpy(b + 5, argv[2], 10);
    show(b, 20);
    puts("");
    char *p = NULL;
    printf("%d ", asprintf(&p, "%s", argv[1]));
    puts(p);
    fprintf(stderr, "err %s\n", p);
    FILE *f = fopen("f.txt", "w+");
    putc_unlocked('q', f);
    fputs_unlocked("rest\n", f);
    rewind(f);
    printf("%c", getc_unlocked(f));
    printf("%s", fgets(b, (int)sizeof b, f));
    printf("%d %zu\n", getc_unlocked(f), fread(b, 1, (size_t)argc, f));
    fclose(f);
    for (c = 0; c < 128; c++) printf("%d%d%d ", !!isalpha(c), !!isdigit(c), !!isspace(c));
    fflush(stdout);
    dprintf(1, "%d\n", atoi("12"));
    memset(b, 'x', 39);
    b[39] = 0;
    volatile size_t big = 60;
    char *q = malloc(big);
    memset(q, 'y', 59);
    q[59] = 0;
    strcpy(a, q); /* aborts */
    puts("not reached");
    return 0;
}
