/* stdio.h: streams in memory and cookie streams */
#include "common.h"

static ssize_t my_read(void *c, char *b, size_t n) {
    static int k;
    printf("<read %zu>", n);
    if (k++ > 2) return 0;
    memset(b, 'a' + k, 5);
    return 5;
}
static ssize_t my_write(void *c, const char *b, size_t n) {
    printf("<write %zu %.*s>", n, (int)n, b);
    return (ssize_t)n;
}
static int my_close(void *c) {
    printf("<close>");
    return 0;
}

int main(void) {
    char *p;
    size_t n;
    FILE *f = open_memstream(&p, &n);
    fprintf(f, "hello %d", 42);
    fflush(f);
    printf("%s %zu\n", p, n);
    fputs(" more", f);
    for (int i = 0; i < 2000; i++) putc('a' + i % 26, f);
    fclose(f);
    printf("%zu %zu %.30s\n", n, strlen(p), p);
    free(p);
    f = open_memstream(&p, &n);
    fclose(f);
    printf("[%s] %zu\n", p, n);
    free(p);
    f = open_memstream(&p, &n);
    fputs("0123456789", f);
    fseek(f, 3, SEEK_SET);
    putc('X', f);
    printf("%ld ", ftell(f));
    fflush(f);
    printf("%zu ", n);
    fclose(f);
    printf("%s\n", p);
    free(p);

    char b[20] = "content";
    f = fmemopen(b, 7, "r");
    char line[30];
    printf("%s %d\n", fgets(line, 30, f), getc(f));
    fseek(f, 2, SEEK_SET);
    printf("%c %ld\n", getc(f), ftell(f));
    fclose(f);
    f = fmemopen(b, sizeof b, "w");
    fputs("new", f);
    fflush(f);
    show(b, 8);
    printf(" %ld\n", ftell(f));
    fclose(f);
    strcpy(b, "abc");
    f = fmemopen(b, sizeof b, "a");
    fputs("def", f);
    fclose(f);
    show(b, 10);
    puts("");
    strcpy(b, "abcdef");
    f = fmemopen(b, sizeof b, "r+");
    putc('X', f);
    fflush(f);
    show(b, 8);
    fseek(f, 0, SEEK_CUR);
    printf("%c\n", getc(f));
    fclose(f);
    f = fmemopen(b, 4, "w");
    printf("%d ", fputs("too long for it", f));
    printf("%d ", fclose(f));
    show(b, 8);
    puts("");
    f = fmemopen(NULL, 50, "w+");
    fputs("own buffer", f);
    rewind(f);
    printf("%s\n", fgets(line, 30, f));
    fclose(f);

    cookie_io_functions_t io = {my_read, my_write, NULL, my_close};
    f = fopencookie(NULL, "r", io);
    setvbuf(f, NULL, _IOFBF, 100);
    while (fgets(line, 8, f)) printf("[%s]", line);
    printf("%d\n", fclose(f));
    f = fopencookie(NULL, "w", io);
    fputs("written", f);
    fprintf(f, " %d", 5);
    printf("before ");
    printf("%d\n", fclose(f));
    int a, c;
    f = fmemopen("12 34", 5, "r");
    printf("%d ", fscanf(f, "%d%d", &a, &c));
    printf("%d %d\n", a, c);
    fclose(f);
    return 0;
}
