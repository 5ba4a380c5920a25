/*
 * regex.h: tables of patterns and texts, then random ones. Where glibc does not come to an end, forgets groups or anchors or
 * reports matches where there are none (docs/LIBRARY.md), there is nothing to compare with. So random patterns keep to
 * these rules:
 *  - what may be empty is not repeated if it has alternatives, and not at all in patterns with back references;
 *  - what has an anchor in it is not repeated;
 *  - nothing follows a $ but the end of an alternative;
 *  - what comes first in a pattern with \b and its like is not repeated;
 *  - with back references no group is repeated, no alternative may be empty, and either all groups are asked for, or none.
 */
#include "common.h"
#define _REGEX_RE_COMP
#include <regex.h>

enum { SLOTS = 10, E = REG_EXTENDED, I = REG_ICASE, N = REG_NEWLINE };

static void print_match(int result, size_t n, const regmatch_t *m) {
    printf(" %d", result);
    for (size_t i = 0; i < n; i++) printf(" %d,%d", (int)m[i].rm_so, (int)m[i].rm_eo);
}

static void unset(regmatch_t *m) {
    for (int i = 0; i < SLOTS; i++) m[i].rm_so = m[i].rm_eo = -7;
}

static int has_backs; /* the pattern has back references */

static void run(const regex_t *r, const char *text, size_t n, int flags) {
    regmatch_t m[SLOTS];
    unset(m);
    int result = regexec(r, text, n, m, flags);
    print_match(result, n + 1 < SLOTS ? n + 1 : n, m);
}

/* Between two places of the text, which has more before and behind. */
static void run_between(const regex_t *r, const char *text, size_t from, size_t to, int flags) {
    regmatch_t m[SLOTS];
    unset(m);
    m[0].rm_so = (regoff_t)from;
    m[0].rm_eo = (regoff_t)to;
    int result = regexec(r, text, has_backs ? SLOTS : 3, m, flags | REG_STARTEND);
    print_match(result, 4, m);
}

static int compile(regex_t *r, const char *pattern, int flags) {
    char text[100];
    int error = regcomp(r, pattern, flags);
    has_backs = 0;
    for (const char *p = pattern; *p; p++) has_backs |= p[0] == '\\' && p[1] >= '1' && p[1] <= '9';
    show(pattern, strlen(pattern));
    printf(" %x: %d", flags, error);
    if (error) {
        size_t n = regerror(error, r, text, sizeof text);
        printf(" %zu %s\n", n, text);
        regfree(r);
    } else printf(" %zu", r->re_nsub);
    return error;
}

static void match_text(const regex_t *r, const char *text) {
    size_t n = strlen(text);
    printf("\n  ");
    show(text, n);
    run(r, text, r->re_nsub + 1 < SLOTS ? r->re_nsub + 2 : SLOTS, 0);
    run(r, text, 1, REG_NOTBOL);
    run(r, text, has_backs ? SLOTS : 2, REG_NOTEOL);
    run(r, text, 0, 0);
    if (n > 2) run_between(r, text, 1, n - 1, 0);
}

static void all_texts(const char *pattern, int flags, const char *const *texts, size_t n) {
    regex_t r;
    if (compile(&r, pattern, flags)) return;
    for (size_t i = 0; i < n; i++) match_text(&r, texts[i]);
    puts("");
    regfree(&r);
}

/* ---- tables ---- */
static const char *const extended[] = {
    "", "a", "ab", "a*", "a+", "a?", "(a)", "(a*)", "(a)*", "(a*)*", "(a*)+", "(a+)*", "(a|b)*", "(a|ab)(c|bcd)", "(a|ab)(bcd|c)", "(ab|a)(bcd|c)?", "a|b", "|a", "a|", "(|a)",
    "(a|)", "()", "()a", "(())", "a()b", "x*", "xyz|abc", "abc|abcd|ab", "(abc|abcd|ab)(d*)", "a.c", "a..", ".*", ".+", "(.*)(.*)", "(.*)b(.*)", "(.)(.)(.)?", "^", "$", "^$", "^a",
    "a$", "^a$", "^a*$", "(^a)", "(a$)", "^(a|b)+$", "(^|b)a", "a(b|$)", "a^b", "a$b", "^^a", "a$$", "(^a|^b)c?", "((a)$|(a))", "[abc]", "[^abc]", "[a-c]+", "[^a-c]+", "[]a]+",
    "[^]a]+", "[a-]+", "[-a]+", "[a^]", "[[:alpha:]]+", "[[:digit:]]+", "[[:alnum:]]+", "[[:upper:]]+", "[[:lower:]]+", "[[:space:]]+", "[[:blank:]]+", "[[:punct:]]+", "[[:print:]]+",
    "[[:graph:]]+", "[[:cntrl:]]+", "[[:xdigit:]]+", "[^[:alpha:]]+", "[[:alpha:][:digit:]_]+", "[[.a.]]", "[[.a.]-c]+", "[a-[.c.]]+", "[[=a=]b]+", "[[.-.]]", "[[.].]]", "[--a]+",
    "[a\\]", "[\\n]", "a{2}", "a{2,}", "a{1,2}", "a{0,1}", "a{0}", "(a){0}b", "(a|b){2}", "(a|b){2,3}", "(ab){1,2}", "(a{2}){2}", "a{,2}", "a{0,0}b", "((a)|(b)){2}", "(a*){2}",
    "(a?){3}", "(a?b?){2,}", "a**", "a*+", "a+?", "a?*", "(a)+?", "a\\{1\\}", "a\\|b", "\\(a\\)", "\\.", "\\*", "\\a", "\\\\", "\\/", "a)", ")", "a}", "}", "]", "a]", "\\w+", "\\W+",
    "\\s+", "\\S+", "\\ba", "a\\b", "\\bab\\b", "\\Ba", "a\\B", "\\<a", "a\\>", "\\<\\w+\\>", "\\`a", "a\\'", "\\`\\'", "(a)\\1", "(a*)\\1", "(.)\\1", "(.)(.)\\2\\1", "(a|b)\\1", "(a)(b)?\\2",
    "((.)b)\\1", "(.*)\\1", "^(.+)\\1$", "(a\\1)", "([ab])c?\\1+", "(a(b)*)*", "(a(b)?)+", "((a)|b)+", "((a|b)|c)*", "(a*b*)*", "(a|b|c)*b", "(a|b)*(b|c)*", "(a*)(a|b)*",
    "(a*)(ab)*(b*)", "((a*)b*)*c", "(.()*)+", "(()*.)*", "((b*)c)*", "(a{1,2}){2,3}", "((a))((b))", "(((a)))*", "((a)b?)*", "a.*c", "a[^b]*c", "(a|b)*abb", "foo|foobar", "(foo|foobar)(bar)?",
    "[0-9]+(\\.[0-9]+)?", "^[A-Za-z_][A-Za-z0-9_]*$", "^([^=]+)=(.*)$", "([a-z]+)@([a-z]+)\\.(com|org)", "^[[:space:]]*#", "[[:space:]]*$", "(^| )a( |$)", "0x[0-9a-fA-F]{1,4}",
    "^(([0-9]{1,3})\\.){3}([0-9]{1,3})$", "\n", "a\nb", "[\n]", "a.b", "[^a]b",
};

static const char *const basic[] = {
    "a*", "*a", "\\(*a\\)", "^*a", "a\\|*b", "\\(a\\)", "\\(a\\)*", "\\(a*\\)*", "\\(a\\|b\\)*", "a\\+", "a\\?", "\\+a", "\\?a", "a\\{2\\}", "a\\{1,\\}", "a\\{,2\\}", "a\\{0,2\\}", "(a)", "a|b",
    "a+", "a?", "a{2}", "{", "}", "a\\}", "^a", "a^b", "^^a", "a$", "a$b", "$a", "$", "a$$", "\\(^a\\)", "\\(a$\\)", "a\\|^b", "a$\\|b", "x\\(^a\\)", "\\(^*a\\)", "\\(a\\)\\1", "\\(a*\\)\\1",
    "\\(.\\)\\(.\\)\\2\\1", "\\(a\\|b\\)\\1", "^\\(.*\\)\\1$", "\\(\\(a\\)b\\)*", "[a*]", "[*]", "[\\]", "\\.", "\\*", "\\[", "\\]", "\\^", "\\$", "\\n", "\\-", "\\w*", "\\<a\\>", "a\\b", "\\`a",
    "a\\'", "a*\\+", "a\\+\\?", "a\\|b\\|c", "\\(a\\|\\)b", "\\(\\|a\\)b", "\\|a", "a\\|", "\\(\\)", "[[:alpha:]]\\{2\\}", ".*", "a.b", "a\\nb", "\\s\\S", "\\(ab*\\)*c", "\\(a*\\)\\(ab\\)*\\(b*\\)",
};

static const char *const wrong[] = {
    "[", "[^", "[]", "[^]", "[a", "[a-", "[a-]", "[b-a]", "[a-z", "[[:alpha:]", "[[:alpha:", "[[:alpha", "[[:foo:]]", "[[::]]", "[[:ALPHA:]]", "[[.ab.]]", "[[=ab=]]", "[[..]]", "[[==]]",
    "[[.space.]]", "[[.a.]", "[[=a", "[[:alpha:]-z]", "[a-[:alpha:]]", "[[=a=]-z]", "[a-[=z=]]", "[a-c-e]", "[a--]", "[--]", "[---]", "[a---z]", "[%--]", "[z-[.a.]]", "\\", "a\\", "(", "(a", "a(", "((a)",
    "(a))", "\\(", "\\(a", "a\\)", "\\)", "\\(\\(a\\)", "*", "+", "?", "{1}", "(*a)", "(+a)", "a|*", "a|+b", "^*", "^+", "$*", "()*", "(|*)", "a{", "a{1", "a{1,", "a{1,2", "a{}", "a{,}", "a{a}", "a{1a}",
    "a{2,1}", "a{1,2,3}", "a{-1}", "a{32767}", "a{32768}", "a{99999999999}", "a{1}{2}", "a{1}{99999}", "\\{1\\}", "a\\{", "a\\{1", "a\\{1,", "a\\{}", "a\\{1}", "a\\{\\}", "a\\{,\\}", "a\\{2,1\\}",
    "a\\{99999\\}", "a**", "a*\\{1\\}", "a\\{1\\}*", "a\\{1\\}\\{2\\}", "\\(*\\)", "\\(\\{1\\}\\)", "\\1", "(a)\\2", "\\(a\\)\\2", "(a)|\\1", "(\\1a)", "(a\\1)", "((a)\\2)", "((a)\\1)", "\\9", "(a)\\0",
    "a{ 1}", "a{1 }", "a{\\1}", "a\\b*", "\\<*", "\\b+", "a||b", "a|", "|", "||", "(|)", "(a|)", "(|a", "a{0}*", "a{0}{2}", "(){2}", "[[", "[[]", "[[a]", "[[.", "[[.]", "[[:]", "[[=]", "[[.a]", "[[:a]",
    "[[.].]-a]", "[a-\\]", "[\\]a]", "[^^]", "[^-a]", "[a-a]", "[\n]", "\n", "a{1\n}",
};

static const char *const texts[] = {"", "a", "b", "ab", "abc", "aab", "aaa", "abab", "abcd", "bcabc", "xa", "a b", " ab-", "AbC", "a\nb", "\na\n", "b\na", "0x1F.2", "ab_c1 d"};
static const char *const few[] = {"", "a", "aa", "*a", "ab*{1}", "^a$b", "abba"};
static const char *const lines[] = {"foobar", "x=1=2", " # c", "joe@host.org", "192.168.0.1", "[a]b}", "a.b\\c", "A_9", "aXbXaX", "\tx  \n", "foo bar foo", "--a--", "\001\177\200\377", "cabbac"};

static void tables(void) {
    for (size_t i = 0; i < COUNT(extended); i++) {
        all_texts(extended[i], E, texts, COUNT(texts));
        all_texts(extended[i], E, lines, COUNT(lines));
        all_texts(extended[i], E | I, few, COUNT(few));
        all_texts(extended[i], E | REG_NOSUB, few, COUNT(few));
        if (!strstr(extended[i], "$b") && !strstr(extended[i], "^b")) all_texts(extended[i], E | N, texts, COUNT(texts));
    }
    for (size_t i = 0; i < COUNT(basic); i++) {
        all_texts(basic[i], 0, texts, COUNT(texts));
        all_texts(basic[i], I | N, few, COUNT(few));
        all_texts(basic[i], REG_NOSUB, lines, COUNT(lines));
    }
    for (size_t i = 0; i < COUNT(wrong); i++) {
        if (!strstr(wrong[i], "{32767}")) all_texts(wrong[i], E, few, COUNT(few));
        all_texts(wrong[i], 0, few, COUNT(few));
        all_texts(wrong[i], I, few, 2);
    }
}

/* ---- random patterns ---- */
struct made {
    int empty, anchor, either, group; /* may be empty; has anchors; has alternatives; has groups */
};

static char pattern[500];
static size_t length;
static int is_extended, with_backs, with_words, with_anchors, groups, first_piece;

static void put(const char *s) {
    size_t n = strlen(s);
    if (length + n >= sizeof pattern) return;
    memcpy(pattern + length, s, n + 1);
    length += n;
}

static void put_operator(const char *s) {
    char two[3] = {'\\', s[0], 0};
    put(is_extended ? s : two);
}

static struct made make_alternatives(int depth);

static struct made make_atom(int depth) {
    static const char *const sets[] = {"[ab]", "[^a]", "[a-c]", "[[:alpha:]]", "[[:upper:]_]", "[^[:digit:]]", "[]a]", "[a-]", "[[.a.]-c]", "[[=b=]c]", "[^]b]", "[[:space:]]", "\\w", "\\W", "\\s", "\\S"};
    static const char *const words[] = {"\\b", "\\B", "\\<", "\\>"};
    struct made m = {0, 0, 0, 0};
    char back[3] = {'\\', (char)('1' + pick(3)), 0};
    switch (pick(12)) {
    case 0:
    case 1: put("a"); break;
    case 2: put("b"); break;
    case 3: put("c"); break;
    case 4: put("."); break;
    case 5: put(sets[pick(COUNT(sets))]); break;
    case 6:
        if (with_words) {
            put(words[pick(COUNT(words))]);
            m.empty = m.anchor = 1;
        } else put("A");
        break;
    case 7:
        if (with_backs) {
            put(back);
            m.empty = 1;
        } else put("\n");
        break;
    default:
        if (depth > 3) {
            put("c");
            break;
        }
        groups++;
        put_operator("(");
        m = make_alternatives(depth + 1);
        put_operator(")");
        m.group = 1;
    }
    return m;
}

static void make_repetition(struct made *m) {
    char interval[30];
    unsigned least = pick(3);
    switch (pick(9)) {
    case 0: put("*"), m->empty = 1; break;
    case 1: put_operator("+"); break;
    case 2: put_operator("?"), m->empty = 1; break;
    case 3:
        put_operator("{");
        if (chance(30)) snprintf(interval, sizeof interval, "%u", least);
        else if (chance(50)) snprintf(interval, sizeof interval, "%u,", least);
        else snprintf(interval, sizeof interval, "%u,%u", least, least + pick(3));
        put(interval);
        put_operator("}");
        if (least == 0) m->empty = 1;
        break;
    default: break;
    }
}

static struct made make_branch(int depth) {
    struct made all = {1, 0, 0, 0};
    if (with_anchors && chance(15)) {
        put("^");
        all.anchor = 1;
    }
    for (unsigned n = pick(4); n > 0; n--) {
        int first = first_piece;
        first_piece = 0;
        struct made m = make_atom(depth);
        int fixed = m.anchor || (m.empty && m.either) || (with_backs && (m.empty || m.group)) || (first && with_words);
        if (!fixed) make_repetition(&m);
        all.empty &= m.empty;
        all.anchor |= m.anchor;
        all.either |= m.either;
        all.group |= m.group;
    }
    if (with_backs && all.empty) {
        put("b");
        all.empty = 0;
    }
    if (with_anchors && depth == 0 && chance(15)) put("$");
    return all;
}

static struct made make_alternatives(int depth) {
    struct made all = make_branch(depth);
    while (chance(30)) {
        put_operator("|");
        struct made m = make_branch(depth);
        all.empty |= m.empty;
        all.anchor |= m.anchor;
        all.group |= m.group;
        all.either = 1;
    }
    return all;
}

static void random_patterns(int count) {
    char text[20];
    for (int i = 0; i < count; i++) {
        length = 0;
        pattern[0] = 0;
        groups = 0;
        first_piece = 1;
        is_extended = chance(70);
        with_backs = chance(25);
        with_words = chance(25);
        with_anchors = chance(30);
        make_alternatives(0);
        int flags = (is_extended ? E : 0) | (chance(15) ? I : 0) | (chance(20) ? N : 0) | (chance(10) ? REG_NOSUB : 0);
        regex_t r;
        if (compile(&r, pattern, flags)) continue;
        for (int k = 0; k < 4; k++) {
            random_text(text, 10, "aaabbbccAB_ \n1-");
            match_text(&r, text);
        }
        puts("");
        regfree(&r);
    }
}

/* Patterns of characters that mean something: mostly errors. */
static void random_characters(int count) {
    static const char *const parts[] = {"a", "b", "*", "\\", "(", ")", "[", "]", "{", "}", "|", "^", ".", "+", "?", "1", "2", ",", "-", "[:", "[.", "[=", ":]", "alpha", ".]", "=]", "w"};
    for (int i = 0; i < count; i++) {
        length = 0;
        pattern[0] = 0;
        for (unsigned n = pick(8); n > 0; n--) put(parts[pick(COUNT(parts))]);
        int flags = (chance(60) ? E : 0) | (chance(20) ? I : 0) | REG_NOSUB;
        all_texts(pattern, flags, few, COUNT(few));
    }
}

/* ---- the rest ---- */
static void errors(void) {
    char text[40];
    for (int code = 0; code <= 16; code++)
        for (size_t size = 0; size < sizeof text; size += 13) {
            memset(text, '#', sizeof text);
            size_t n = regerror(code, NULL, text, size);
            printf("%d %zu %zu ", code, size, n);
            show(text, sizeof text);
            puts("");
        }
    regex_t r;
    regcomp(&r, "a", 0);
    printf("flags %d\n", regexec(&r, "a", 0, NULL, 1 << 6));
    regfree(&r);
    regfree(&r);
}

static const reg_syntax_t syntaxes[] = {RE_SYNTAX_EMACS, RE_SYNTAX_AWK, RE_SYNTAX_GNU_AWK, RE_SYNTAX_POSIX_AWK, RE_SYNTAX_GREP, RE_SYNTAX_EGREP, RE_SYNTAX_POSIX_EGREP, RE_SYNTAX_ED, RE_SYNTAX_SED,
                                        RE_SYNTAX_POSIX_BASIC, RE_SYNTAX_POSIX_MINIMAL_BASIC, RE_SYNTAX_POSIX_EXTENDED, RE_SYNTAX_POSIX_MINIMAL_EXTENDED, RE_SYNTAX_POSIX_EXTENDED | RE_ICASE,
                                        RE_SYNTAX_POSIX_EXTENDED | RE_NO_SUB};
static const char *const gnu_patterns[] = {"a", "a*", "(a)", "\\(a\\)", "a|b", "a\\|b", "a\nb", "a+", "a\\+", "a{2}", "a\\{2\\}", "a{2", "a{1", "*a", "+a", "{1}", "(*a)", "^a", "a^b", "a$", "x$y", "[[:alpha:]]+",
                                           "[a\\]b]", "[b-a]", "\\w", "\\<a", "(a)\\1", "\\(a\\)\\1", ".", "a.", "[^b]", "a)", "(", "[", "\\", "a**", "()", "^*", "b|^a", "\n", "(a|b)*c", "\\(a\\|b\\)*c"};

static void print_registers(const struct re_registers *regs) {
    printf(" [%d", (int)regs->num_regs);
    for (size_t i = 0; i < regs->num_regs; i++) printf(" %d,%d", (int)regs->start[i], (int)regs->end[i]);
    printf("]");
}

static void gnu_searches(regex_t *r, const char *text) {
    int n = (int)strlen(text);
    struct re_registers regs = {0, NULL, NULL};
    for (int start = -1; start <= n + 1; start++) {
        printf(" %d", (int)re_search(r, text, n, start, n - start, NULL));
        printf(" %d", (int)re_search(r, text, n, start, -start, NULL));
        printf(" %d", (int)re_match(r, text, n, start, NULL));
    }
    int found = (int)re_search(r, text, n, 0, n, &regs);
    printf(" %d", found);
    if (found >= 0 && !r->no_sub) print_registers(&regs);
    found = (int)re_match(r, text, n, n / 2, &regs);
    printf(" %d", found);
    if (found >= 0 && !r->no_sub) print_registers(&regs);
    printf(" %d", (int)re_search_2(r, text, n / 2, text + n / 2, n - n / 2, 0, n, NULL, n));
    printf(" %d", (int)re_match_2(r, text, n / 2, text + n / 2, n - n / 2, 0, NULL, n));
    free(regs.start);
    free(regs.end);
    r->regs_allocated = REGS_UNALLOCATED;
}

static void gnu(void) {
    for (size_t s = 0; s < COUNT(syntaxes); s++)
        for (size_t i = 0; i < COUNT(gnu_patterns); i++) {
            regex_t r;
            memset(&r, 0, sizeof r);
            re_set_syntax(syntaxes[s]);
            const char *error = re_compile_pattern(gnu_patterns[i], strlen(gnu_patterns[i]), &r);
            printf("%zx ", s);
            show(gnu_patterns[i], strlen(gnu_patterns[i]));
            printf(" %s %zu", error ? error : "-", error ? 0 : r.re_nsub);
            for (size_t k = 0; k < COUNT(few) && !error; k++) gnu_searches(&r, few[k]);
            if (!error) gnu_searches(&r, "b\na\nab");
            puts("");
            regfree(&r);
        }
    printf("%d\n", re_set_syntax(0) == syntaxes[COUNT(syntaxes) - 1]);
}

static void gnu_state(void) {
    regex_t r;
    struct re_registers regs;
    regoff_t starts[2], ends[2];
    unsigned char upper[256];
    memset(&r, 0, sizeof r);
    for (int i = 0; i < 256; i++) upper[i] = (unsigned char)(i >= 'a' && i <= 'z' ? i - 32 : i);
    r.translate = upper;
    r.fastmap = malloc(256);
    re_set_syntax(RE_SYNTAX_POSIX_EXTENDED);
    re_compile_pattern("(b)(C)?", 7, &r);
    regs.num_regs = 2;
    regs.start = starts;
    regs.end = ends;
    r.regs_allocated = REGS_FIXED;
    printf("%d", (int)re_search(&r, "aBcb", 4, 0, 4, &regs));
    print_registers(&regs);
    for (int c = 0; c < 256; c++) printf("%d", r.fastmap[c]);
    r.not_bol = 1;
    re_set_registers(&r, &regs, 0, NULL, NULL);
    printf(" %d", (int)re_search(&r, "aBcb", 4, 3, -3, &regs));
    print_registers(&regs);
    free(regs.start);
    free(regs.end);
    r.translate = NULL;
    regfree(&r);
    re_set_syntax(RE_SYNTAX_POSIX_BASIC);
    const char *none = re_comp(NULL);
    printf(" %s %d", none ? none : "-", re_comp("b*c$") == NULL);
    printf(" %d", re_exec("abbc"));
    printf(" %d", re_exec("abbcd"));
    printf(" %s\n", re_comp("\\(a"));
}

int main(void) {
    tables();
    errors();
    random_patterns(4000);
    random_characters(2000);
    gnu();
    gnu_state();
    return 0;
}
