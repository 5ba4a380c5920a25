/* Loaded into every process of a captured build (LD_PRELOAD). A compiler, linker or archiver, and
 * what copies files, adds its command to the list that SHRIKE_CAPTURE names: one line, written at
 * once, so that commands side by side do not mix. What a compiler starts itself is not recorded.
 *
 *   FOLDER TAB WORD TAB WORD ... NEWLINE, with \t \n \\ written so
 *
 * Nothing else changes: the process runs as it would, and nothing is told if recording fails. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int is_one_of(const char *name, size_t len, const char *const *list) {
    for (; *list; list++)
        if (strlen(*list) == len && memcmp(*list, name, len) == 0) return 1;
    return 0;
}

/* x86_64-linux-gnu-gcc-12 is gcc: what stands before a dash is a target, behind one a version. */
static int is_tool(const char *name) {
    static const char *const tools[] = {"cc", "gcc", "clang", "c89", "c99", "tcc", "icc", "icx", "c++", "g++",
                                        "clang++", "ar", "gcc-ar", "llvm-ar", "ld", "ld.bfd", "ld.gold", "ld.lld",
                                        "ld.mold", NULL};
    size_t len = strlen(name);
    const char *dash = strrchr(name, '-');
    if (dash && dash[1] >= '0' && dash[1] <= '9') len = (size_t)(dash - name);
    if (is_one_of(name, len, tools)) return 1;
    for (const char *p = name; p < name + len; p++)
        if (*p == '-' && is_one_of(p + 1, (size_t)(name + len - p - 1), tools)) return 1;
    return 0;
}

static int is_copier(const char *name) {
    static const char *const copiers[] = {"cp", "mv", "ln", "install", NULL};
    return is_one_of(name, strlen(name), copiers);
}

static int is_launcher(const char *name) {
    static const char *const launchers[] = {"ccache", "sccache", "distcc", "icecc", NULL};
    return is_one_of(name, strlen(name), launchers);
}

struct line {
    char *data;
    size_t len, cap;
};

static int room(struct line *l, size_t more) {
    if (l->len + more <= l->cap) return 1;
    size_t cap = (l->len + more) * 2;
    char *data = realloc(l->data, cap);
    if (!data) return 0;
    l->data = data;
    l->cap = cap;
    return 1;
}

static int add(struct line *l, const char *text, char behind) {
    if (!room(l, 2 * strlen(text) + 1)) return 0;
    for (; *text; text++) {
        char c = *text;
        if (c == '\t' || c == '\n' || c == '\\') l->data[l->len++] = '\\';
        l->data[l->len++] = c == '\t' ? 't' : c == '\n' ? 'n' : c;
    }
    l->data[l->len++] = behind;
    return 1;
}

/* Response files are often gone when the build is over: their text goes in as one word, after an @. */
static int add_response(struct line *l, const char *path, char behind) {
    struct stat st;
    int fd = open(path + 1, O_RDONLY | O_CLOEXEC), ok = 0;
    char *text = fd >= 0 && fstat(fd, &st) == 0 && st.st_size < 1 << 24 ? malloc((size_t)st.st_size + 3) : NULL;
    if (text) {
        ssize_t n = read(fd, text + 2, (size_t)st.st_size);
        memcpy(text, "@\n", 2);
        text[n < 0 ? 2 : n + 2] = '\0';
        ok = add(l, text, behind);
    }
    if (fd >= 0) close(fd);
    free(text);
    return ok || add(l, path, behind);
}

static void record(const char *list, int argc, char **argv) {
    struct line l = {0};
    char *folder = getcwd(NULL, 0);
    int ok = folder && add(&l, folder, argc ? '\t' : '\n');
    for (int i = 0; i < argc && ok; i++) {
        char behind = i + 1 < argc ? '\t' : '\n';
        ok = i && argv[i][0] == '@' ? add_response(&l, argv[i], behind) : add(&l, argv[i], behind);
    }
    int fd = ok ? open(list, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    if (fd >= 0) {
        if (write(fd, l.data, l.len) < 0) {} /* the build goes on */
        close(fd);
    }
    free(folder);
    free(l.data);
}

__attribute__((constructor)) static void begin(int argc, char **argv) {
    const char *list = getenv("SHRIKE_CAPTURE");
    if (!list || argc < 1 || !argv[0]) return;
    if (is_launcher(base_of(argv[0])) && argc > 1 && is_tool(base_of(argv[1]))) argc--, argv++;
    int tool = is_tool(base_of(argv[0]));
    if (!tool && !is_copier(base_of(argv[0]))) return;
    record(list, argc, argv);
    if (tool) unsetenv("SHRIKE_CAPTURE");
}
