/* glob.h: fixed and random patterns over a small tree. Names that are not sorted are sorted here: their order is the host's. */
#include "common.h"
#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>

static void put(const char *path) { close(open(path, O_WRONLY | O_CREAT, 0644)); }

static void plant(void) {
    static const char *folders[] = {"tree", "tree/a", "tree/ab", "tree/a/b", "tree/.dot", "tree/[x]", "tree/b*", "tree/empty"};
    static const char *files[] = {"tree/file", "tree/a.c", "tree/b.c", "tree/.hidden", "tree/a/one", "tree/a/two", "tree/a/.three", "tree/ab/one",
                                  "tree/a/b/deep", "tree/[x]/in", "tree/b*/star", "tree/q?", "tree/x{y}", "tree/back\\slash", "tree/~", "tree/.dot/in",
                                  "tree/Z", "tree/z,"};
    for (size_t i = 0; i < COUNT(folders); i++) mkdir(folders[i], 0755);
    for (size_t i = 0; i < COUNT(files); i++) put(files[i]);
}

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int complaints;
static int failed(const char *path, int err) { return printf(" (%s: %d)", path, err), complaints++ % 3 == 2; }

static void print(glob_t *g, int result, int sorted) {
    printf(" -> %d, %d names, offset %d", result, (int)g->gl_pathc, (int)g->gl_offs);
    if (result == 0) printf(", flags %x", g->gl_flags);
    if (g->gl_pathv) {
        for (size_t i = 0; i < g->gl_offs; i++) printf(" %s", g->gl_pathv[i] ? "?" : "-");
        if (!sorted) qsort(g->gl_pathv + g->gl_offs, g->gl_pathc, sizeof(char *), compare);
        for (size_t i = 0; i < g->gl_pathc; i++) printf(" %s", g->gl_pathv[g->gl_offs + i]);
        printf(g->gl_pathv[g->gl_offs + g->gl_pathc] ? " no end" : " end");
    }
    puts("");
}

static void find(const char *pattern, int flags, int watch) {
    glob_t g = {0};
    g.gl_offs = 2;
    printf("%s %x:", pattern, flags);
    int result = glob(pattern, flags & ~GLOB_APPEND, watch ? failed : NULL, &g);
    print(&g, result, !(flags & GLOB_NOSORT));
    if (flags & GLOB_APPEND && result == 0) {
        result = glob("a*", flags, watch ? failed : NULL, &g);
        print(&g, result, !(flags & GLOB_NOSORT));
    }
    globfree(&g);
    if (g.gl_pathv) puts("not freed");
}

static void fixed(void) {
    static const char *patterns[] = {"*", "a", "a*", "*/", "a/", "ab/", "file/", "*/*", "*/one", "a/*", "./a/*", ".*", "*/.*", "none", "none*", "none/*",
        "file/*", "[ab]", "[ab].c", "[!a]*", "[", "[a", "[[]*", "\\[x]", "\\[x]/*", "\\[x\\]/in", "[[]x]/in", "b\\*", "b\\*/*", "b*/*", "q\\?", "a\\/one",
        "a\\/", "ab\\/", "none\\/", "*\\/one", "{a,b}.c", "{b,a}*", "{a,none}/one", "{none,nothing}", "{a,{b,ab}}", "x{y}", "x\\{y\\}", "{", "{a", "}", "{}",
        "{a,b", "a{,b}", "{a,b}/", "{[,a}", "z{,\\,}", "~", "~/", "~/*", "~/one", "~/none", "~/none*", "~nobodyatall", "~nobodyatall/x", "~\\/one", "\\~", "*/*/*",
        "*/../a", "a/b/../*", "//", "/", "a//one", "a//*", "", "back*", "back\\\\slash", "back\\slash", "?", "??", "*{a,e}*", "~/{one,two}", "..", ".", "./", "a/.", "*/."};
    static const int flags[] = {0, GLOB_MARK, GLOB_NOCHECK, GLOB_NOMAGIC, GLOB_BRACE, GLOB_BRACE | GLOB_NOCHECK, GLOB_BRACE | GLOB_NOMAGIC | GLOB_MARK,
        GLOB_TILDE, GLOB_TILDE_CHECK, GLOB_TILDE | GLOB_NOCHECK, GLOB_TILDE | GLOB_MARK | GLOB_BRACE, GLOB_NOESCAPE, GLOB_NOESCAPE | GLOB_BRACE, GLOB_PERIOD, GLOB_ONLYDIR,
        GLOB_ONLYDIR | GLOB_MARK, GLOB_DOOFFS, GLOB_DOOFFS | GLOB_APPEND, GLOB_APPEND, GLOB_ERR, GLOB_ERR | GLOB_BRACE, GLOB_NOSORT, GLOB_APPEND | GLOB_MARK, 1 << 20,
        GLOB_MARK | GLOB_NOCHECK, GLOB_DOOFFS | GLOB_NOCHECK | GLOB_BRACE};
    for (size_t i = 0; i < COUNT(patterns); i++)
        for (size_t k = 0; k < COUNT(flags); k++) find(patterns[i], flags[k], k % 2);
}

static void random_ones(void) {
    static const char *pieces[] = {"a", "b", "*", "?", "/", "/", "one", "[", "]", "[ab]", "[!x]", "{", "}", ",", "\\", ".", "..", "~", ".c", "x", "file", "-"};
    for (int i = 0; i < 4000; i++) {
        char pattern[80] = "";
        for (unsigned n = pick(7); n > 0; n--) strcat(pattern, pieces[pick(COUNT(pieces))]);
        if (strstr(pattern, "..") || pattern[0] == '/' || !strncmp(pattern, "\\/", 2)) continue; /* what is outside is the host's */
        if (strchr(pattern, '{') && strchr(pattern, '/')) continue;
        find(pattern, (int)(next_word() >> 20) & __GLOB_FLAGS & ~(GLOB_ALTDIRFUNC | GLOB_PERIOD), chance(30));
    }
}

int main(void) {
    plant();
    chdir("tree");
    setenv("HOME", "a", 1);
    fixed();
    random_ones();
    setenv("HOME", "[x]", 1);
    find("~/in", GLOB_TILDE, 0);
    find("~", GLOB_TILDE | GLOB_MARK, 0);
    setenv("HOME", "", 1);
    find("~/in", GLOB_TILDE, 0);
    find("~/in", GLOB_TILDE_CHECK, 0);
    find("~", GLOB_TILDE, 0);
    glob64_t g;
    printf("%d\n", glob64("*.c", 0, NULL, &g));
    printf("%d %s\n", (int)g.gl_pathc, g.gl_pathv[0]);
    globfree64(&g);
    static const char *questions[] = {"a", "*", "[", "[]", "a]", "\\*", "\\[a]", "[a\\]", "?"};
    for (size_t i = 0; i < COUNT(questions); i++) printf("%d%d ", glob_pattern_p(questions[i], 0), glob_pattern_p(questions[i], 1));
    puts("");
    return 0;
}
