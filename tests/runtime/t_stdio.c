/* stdio.h: streams on files */
#include "common.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <stdio_ext.h>

static void put_file(const char *name, const char *text) {
    FILE *f = fopen(name, "w");
    fputs(text, f);
    fclose(f);
}

static void show_file(const char *name) {
    char b[400];
    FILE *f = fopen(name, "r");
    if (!f) {
        printf("%s: none, errno %d\n", name, errno);
        return;
    }
    size_t n = fread(b, 1, sizeof b, f);
    printf("%s ", name);
    show(b, n);
    printf(" %d %d\n", feof(f), ferror(f));
    fclose(f);
}

static void modes(void) {
    static const char *names[] = {"r", "w",  "a", "r+", "w+",  "a+", "rb", "wb+",
                                  "x", "wx", "",  "q",  "r+b", "ab", "a+e"};
    for (size_t i = 0; i < COUNT(names); i++) {
        put_file("m", "0123456789");
        errno = 0;
        FILE *f = fopen("m", names[i]);
        printf("%s %d %d: ", names[i], f != NULL, errno);
        if (!f) {
            puts("");
            continue;
        }
        printf("%ld ", ftell(f));
        errno = 0;
        int c = getc(f);
        printf("%d %d %d %ld ", c, errno, ferror(f), ftell(f));
        clearerr(f);
        fseek(f, 3, SEEK_SET);
        errno = 0;
        int p = putc('X', f);
        printf("%d %d %d %ld ", p, errno, ferror(f), ftell(f));
        fseek(f, 0, SEEK_CUR);
        c = getc(f);
        printf("%d ", c);
        printf("%d %d\n", fseek(f, 0, SEEK_END), fclose(f));
        show_file("m");
    }
    errno = 0;
    printf("%d %d\n", fopen("none/such", "w") != NULL, errno);
    errno = 0;
    printf("%d %d\n", fopen("missing", "r") != NULL, errno);
    errno = 0;
    printf("%d %d\n", fopen(".", "w") != NULL, errno);
    errno = 0;
    printf("%d %d\n", fopen("", "r") != NULL, errno);
    errno = 0;
    printf("%d %d\n", fopen("m/x", "w") != NULL, errno);
}

static void positions(void) {
    FILE *f = fopen("p", "w+");
    for (int i = 0; i < 3000; i++) fprintf(f, "%d,", i);
    printf("%ld\n", ftell(f));
    for (int i = 0; i < 300; i++) {
        long at = (long)pick(14000);
        int w = (int)pick(3);
        long off = w == SEEK_SET   ? at
                   : w == SEEK_CUR ? (long)pick(2000) - 1000
                                   : (long)pick(2000) - 1500;
        errno = 0;
        int k = fseek(f, off, w);
        printf("%d %ld %d ", k, ftell(f), errno);
        switch (pick(5)) {
        case 0: printf("%d", getc(f)); break;
        case 1: fputs("##", f); break;
        case 2: {
            int c = getc(f);
            printf("%d %d %ld", c, ungetc(c, f), ftell(f));
            break;
        }
        case 3: {
            char b[20] = "";
            printf("%zu", fread(b, 1, 10, f));
            show(b, 3);
            break;
        }
        default: {
            fpos_t q;
            fgetpos(f, &q);
            fputs("!", f);
            fflush(f);
            fsetpos(f, &q);
            printf("%d", getc(f));
        }
        }
        printf(" %ld %d %d\n", ftell(f), feof(f), ferror(f));
    }
    errno = 0;
    printf("%d %d\n", fseek(f, -1, SEEK_SET), errno);
    errno = 0;
    printf("%d %d\n", fseek(f, 0, 77), errno);
    fseek(f, 20000, SEEK_SET);
    putc('e', f);
    printf("%ld\n", ftell(f));
    rewind(f);
    unsigned sum = 0;
    int c;
    long n = 0;
    while ((c = getc(f)) != EOF) sum = sum * 31 + (unsigned)c, n++;
    printf("%u %ld %d\n", sum, n, feof(f));
    printf("%d %d ", ungetc('a', f), feof(f));
    printf("%d %d ", getc(f), getc(f));
    printf("%d\n", feof(f));
    fclose(f);
}

static void pushback(void) {
    put_file("u", "hello\nworld\n");
    FILE *f = fopen("u", "r");
    char b[40];
    printf("%d ", ungetc('X', f));
    printf("%ld ", ftell(f));
    printf("%c%c\n", getc(f), getc(f));
    ungetc('1', f);
    ungetc('2', f);
    ungetc('3', f);
    printf("%s|", fgets(b, 40, f));
    printf("%d\n", ungetc(EOF, f));
    ungetc('w', f);
    fseek(f, 0, SEEK_CUR);
    printf("%c\n", getc(f));
    ungetc(200, f);
    printf("%d\n", getc(f));
    fclose(f);
}

static void lines(void) {
    put_file("l", "first\nsecond line\n\nlast without newline");
    FILE *f = fopen("l", "r");
    char b[8], *line = NULL;
    size_t n = 0;
    while (fgets(b, sizeof b, f)) {
        show(b, strlen(b));
    }
    printf(" %d\n", feof(f));
    rewind(f);
    for (ssize_t k; (k = getline(&line, &n, f)) > 0;) printf("%zd %zu %s|", k, n, line);
    printf("%d\n", feof(f));
    rewind(f);
    for (ssize_t k; (k = getdelim(&line, &n, 'e', f)) > 0;) printf("%zd %zu %s|", k, n, line);
    rewind(f);
    b[0] = 'z';
    printf("%d %d %d\n", fgets(b, 1, f) == b, b[0], fgets(b, 0, f) == NULL);
    fclose(f);
    f = fopen("l2", "w+");
    for (int i = 0; i < 500; i++) putc('a' + i % 26, f);
    putc('\n', f);
    putc(0, f);
    putc('\n', f);
    rewind(f);
    ssize_t k = getline(&line, &n, f);
    printf("%zd %zu ", k, n);
    k = getline(&line, &n, f);
    printf("%zd %zu ", k, n);
    show(line, (size_t)k);
    k = getline(&line, &n, f);
    printf("%zd\n", k);
    errno = 0;
    k = getline(NULL, &n, f);
    printf("%zd %d\n", k, errno);
    free(line);
    fclose(f);
}

static void blocks(void) {
    FILE *f = fopen("b", "w+");
    static char big[20000];
    for (size_t i = 0; i < sizeof big; i++) big[i] = (char)('a' + i % 26);
    printf("%zu %zu ", fwrite(big, 7, 11, f), fwrite(big, 1, sizeof big, f));
    printf("%zu %zu %zu\n", fwrite(big, 0, 5, f), fwrite(big, 5, 0, f), fwrite(big, 10000, 2, f));
    rewind(f);
    static char back[50000];
    printf("%zu ", fread(back, 3, 20, f));
    printf("%zu ", fread(back, 1000, 45, f));
    printf("%d %ld ", feof(f), ftell(f));
    printf("%zu\n", fread(back, 1, 1, f));
    show(back + 19990, 20);
    puts("");
    int w = 0x41424344;
    rewind(f);
    printf("%d ", putw(w, f));
    rewind(f);
    printf("%x\n", getw(f));
    fclose(f);
}

static void buffers(void) {
    static char mine[100];
    FILE *f = fopen("v", "w");
    printf("%d %zu ", setvbuf(f, mine, _IOFBF, sizeof mine), __fbufsize(f));
    fputs("abc", f);
    show_file("v");
    for (int i = 0; i < 60; i++) fputs("xy", f);
    show_file("v");
    fflush(f);
    show_file("v");
    fclose(f);
    f = fopen("v", "w");
    setvbuf(f, NULL, _IOLBF, 0);
    fputs("abc", f);
    show_file("v");
    fputs("d\nef", f);
    show_file("v");
    putc('\n', f);
    show_file("v");
    fprintf(f, "x\ny");
    show_file("v");
    fclose(f);
    show_file("v");
    f = fopen("v", "w");
    setbuf(f, NULL);
    fputs("abc", f);
    show_file("v");
    putc('d', f);
    show_file("v");
    fprintf(f, "%d-%d", 1, 2);
    show_file("v");
    fclose(f);
    f = fopen("v", "w");
    printf("%zu ", __fpending(f));
    fputs("12345", f);
    printf("%zu %d\n", __fpending(f), setvbuf(f, NULL, 99, 0));
    fclose(f);
    f = fopen("v", "w");
    for (int i = 0; i < 4095; i++) putc('a', f);
    struct stat s;
    stat("v", &s);
    printf("%ld ", (long)s.st_size);
    putc('b', f);
    stat("v", &s);
    printf("%ld ", (long)s.st_size);
    putc('c', f);
    stat("v", &s);
    printf("%ld ", (long)s.st_size);
    static char big[9000];
    memset(big, 'z', sizeof big);
    fwrite(big, 1, 9000, f);
    stat("v", &s);
    printf("%ld ", (long)s.st_size);
    fclose(f);
    stat("v", &s);
    printf("%ld\n", (long)s.st_size);
}

static void reopening(void) {
    put_file("r1", "one");
    put_file("r2", "two");
    FILE *f = fopen("r1", "r");
    printf("%c ", getc(f));
    FILE *g = freopen("r2", "r", f);
    printf("%d %c ", g == f, getc(g));
    fclose(g);
    int fd = open("r1", O_RDONLY);
    f = fdopen(fd, "r");
    printf("%d %c ", fileno(f) == fd, getc(f));
    fclose(f);
    errno = 0;
    printf("%zd %d ", read(fd, &fd, 1), errno);
    errno = 0;
    printf("%d %d ", fdopen(77, "r") != NULL, errno);
    fd = open("r1", O_RDONLY);
    errno = 0;
    printf("%d %d\n", fdopen(fd, "w") != NULL, errno);
    close(fd);
    f = tmpfile();
    fputs("temporary", f);
    rewind(f);
    char b[20];
    printf("%s\n", fgets(b, 20, f));
    fclose(f);
    errno = 0;
    printf("%d %d\n", freopen("none/none", "r", fopen("r1", "r")) != NULL, errno);
}

static void standard(void) {
    char b[40];
    printf("%s", fgets(b, 40, stdin));
    printf("%c\n", getchar());
    fflush(stdout);
    fputs("error text\n", stderr);
    puts("after");
    putchar('x');
    putchar_unlocked('y');
    putc_unlocked('\n', stdout);
    perror("name");
    errno = ENOENT;
    perror("name");
    errno = EINVAL;
    perror("");
    errno = EACCES;
    perror(NULL);
    printf("%d %d %d\n", puts("abc") > 0, fputs("", stdout) >= 0, putchar('\n'));
    printf("%ld ", ftell(stdin));
    fseek(stdin, 2, SEEK_SET);
    printf("%d\n", getchar());
    while (fgets(b, 40, stdin)) printf("%s", b);
    printf("%d %d\n", feof(stdin), getchar());
    rewind(stdin);
    printf("%d\n", getchar());
    fflush(stdout);
    FILE *f = freopen("out.txt", "w", stdout);
    printf("redirected %d\n", f == stdout);
    fflush(stdout);
    fprintf(stderr, "%d\n", fileno(stdout));
    write(1, "raw\n", 4);
    FILE *g = fopen("out.txt", "r");
    while (fgets(b, 40, g)) fprintf(stderr, "%s", b);
    fclose(g);
    fclose(stdout);
}

int main(void) {
    modes();
    positions();
    pushback();
    lines();
    blocks();
    buffers();
    reopening();
    standard();
    return 7;
}
