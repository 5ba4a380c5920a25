/* regex.h: the functions of POSIX and those of GNU, in the C locale. In UTF-8 only characters of ASCII are supported, which match
 * alike. How it is done: regexp.h. */
#include "regexp.h"

reg_syntax_t re_syntax_options;

/* ---- errors ---- */
static const char *const messages[] = {
    "Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name", "Trailing backslash",
    "Invalid back reference", "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{", "Invalid content of \\{\\}",
    "Invalid range end", "Memory exhausted", "Invalid preceding regular expression", "Premature end of regular expression",
    "Regular expression too big", "Unmatched ) or \\)",
};

size_t regerror(int code, const regex_t *restrict r, char *restrict buffer, size_t size) {
    (void)r;
    if (code < 0 || (size_t)code >= sizeof messages / sizeof *messages) abort();
    const char *text = messages[code];
    size_t n = rt_strlen(text) + 1;
    if (size > 0) {
        size_t copied = n <= size ? n : size - 1;
        rt_memcpy(buffer, text, copied);
        if (copied < n) buffer[copied] = 0;
    }
    return n;
}

/* ---- compiling ---- */
static void refuse_beyond_ascii(const unsigned char *text, size_t n) {
    unsigned high = 0;
    for (size_t i = 0; i < n; i++) high |= text[i] & 0x80;
    if (high) __shrike_unsupported("regular expressions over characters of UTF-8 beyond ASCII");
}

static void refuse_newlines(const unsigned char *text, size_t n) {
    unsigned any = 0;
    for (size_t i = 0; i < n; i++) any |= text[i] == '\n';
    if (any) __shrike_unsupported("a regular expression with a newline after $, without REG_NEWLINE (glibc may find it)");
}

/* The pattern buffer has translate, no_sub, newline_anchor and a block or NULL as buffer. */
static int compile(regex_t *r, const char *pattern, size_t length, reg_syntax_t syntax) {
    struct regex_source s = {.text = (const unsigned char *)pattern, .length = length, .translate = r->translate, .syntax = syntax};
    struct re_dfa_t *p = NULL;
    bool utf8 = rt_locale_utf8();
    if (utf8) refuse_beyond_ascii(s.text, length);
    r->fastmap_accurate = r->not_bol = r->not_eol = r->can_be_null = 0;
    r->regs_allocated = REGS_UNALLOCATED;
    r->syntax = syntax;
    r->re_nsub = 0;
    free(r->buffer);
    int error = rt_regex_parse(&s);
    if (!error) {
        p = rt_regex_program(&s, !r->no_sub);
        if (!p) error = REG_ESPACE;
        else p->utf8 = utf8;
        r->re_nsub = (size_t)s.groups;
    }
    rt_regex_drop(&s);
    r->buffer = p;
    r->allocated = r->used = p ? sizeof *p : 0;
    return error;
}

int regcomp(regex_t *restrict r, const char *restrict pattern, int flags) {
    reg_syntax_t syntax = flags & REG_EXTENDED ? RE_SYNTAX_POSIX_EXTENDED : RE_SYNTAX_POSIX_BASIC;
    rt_memset(r, 0, sizeof *r);
    if (flags & REG_ICASE) syntax |= RE_ICASE;
    if (flags & REG_NEWLINE) {
        syntax = (syntax & ~RE_DOT_NEWLINE) | RE_HAT_LISTS_NOT_NEWLINE;
        r->newline_anchor = 1;
    }
    r->no_sub = (flags & REG_NOSUB) != 0;
    int error = compile(r, pattern, rt_strlen(pattern), syntax);
    return error == REG_ERPAREN ? REG_EPAREN : error;
}

void regfree(regex_t *r) {
    free(r->buffer);
    free(r->fastmap);
    free(r->translate);
    r->buffer = NULL;
    r->allocated = 0;
    r->fastmap = NULL;
    r->translate = NULL;
}

/* ---- matching ---- */
static int run(const regex_t *r, const char *text, size_t from, size_t last, size_t length, int flags, size_t n, regmatch_t *matches) {
    struct regex_text t = {.bytes = (const unsigned char *)text, .length = length, .translate = r->translate, .from = from, .last = last,
                           .not_bol = (flags & REG_NOTBOL) != 0, .not_eol = (flags & REG_NOTEOL) != 0, .newline = r->newline_anchor};
    if (r->buffer->odd) __shrike_unsupported(r->buffer->odd);
    if (r->buffer->newline_behind && !t.newline) refuse_newlines(t.bytes, length);
    if (r->buffer->utf8) refuse_beyond_ascii(t.bytes, length);
    return rt_regex_find(r->buffer, &t, n, matches);
}

int regexec(const regex_t *restrict r, const char *restrict text, size_t n, regmatch_t *restrict matches, int flags) {
    if (flags & ~(REG_NOTBOL | REG_NOTEOL | REG_STARTEND)) return REG_BADPAT;
    size_t from = 0, length;
    if (flags & REG_STARTEND) {
        bool backwards = matches[0].rm_so < 0 || matches[0].rm_so > matches[0].rm_eo;
        if (backwards) __shrike_unsupported("regexec with REG_STARTEND and an end before the start");
        from = (size_t)matches[0].rm_so;
        length = (size_t)matches[0].rm_eo;
    } else length = rt_strlen(text);
    return run(r, text, from, length, length, flags, r->no_sub ? 0 : n, matches);
}

/* ---- GNU's interface ---- */
reg_syntax_t re_set_syntax(reg_syntax_t syntax) {
    reg_syntax_t before = re_syntax_options;
    re_syntax_options = syntax;
    return before;
}

/* Marks in fastmap the characters that a match may begin with, from a node on. false: any, since it may be empty as well. */
static bool mark_first(const regex_t *r, int node, unsigned char *seen) {
    const struct re_dfa_t *p = r->buffer;
    const struct regex_node *n = &p->nodes[node];
    if (seen[node]) return true;
    seen[node] = 1;
    if (n->kind == NODE_END || n->kind == NODE_BACK || n->kind == NODE_ANY) return false;
    if (n->kind >= NODE_OPEN) return mark_first(r, n->to, seen) && (n->other < 0 || mark_first(r, n->other, seen));
    for (unsigned c = 0; c < 256; c++) r->fastmap[c] |= (char)rt_regex_takes(p, n, rt_regex_fold((unsigned char)c, NULL, p->syntax));
    return true;
}

static void fill_fastmap(regex_t *r) {
    unsigned char *seen = calloc((size_t)r->buffer->count, 1);
    rt_memset(r->fastmap, 0, 256);
    if (!seen || !mark_first(r, r->buffer->start, seen)) rt_memset(r->fastmap, 1, 256);
    free(seen);
    r->fastmap_accurate = 1;
}

int re_compile_fastmap(regex_t *r) {
    fill_fastmap(r);
    return 0;
}

const char *re_compile_pattern(const char *pattern, size_t length, regex_t *r) {
    r->no_sub = (re_syntax_options & RE_NO_SUB) != 0;
    r->newline_anchor = 1;
    int error = compile(r, pattern, length, re_syntax_options);
    return error ? messages[error] : NULL;
}

void re_set_registers(regex_t *r, struct re_registers *regs, __re_size_t count, regoff_t *starts, regoff_t *ends) {
    r->regs_allocated = count ? REGS_REALLOCATE : REGS_UNALLOCATED;
    *regs = (struct re_registers){count, count ? starts : NULL, count ? ends : NULL};
}

/* Makes room for n registers and one that is always unset. */
static bool make_registers(regex_t *r, struct re_registers *regs, size_t n) {
    bool fresh = r->regs_allocated == REGS_UNALLOCATED;
    if (r->regs_allocated == REGS_FIXED || (!fresh && n < regs->num_regs)) return true;
    regoff_t *starts = realloc(fresh ? NULL : regs->start, (n + 1) * sizeof *starts);
    if (!starts) return false;
    if (!fresh) regs->start = starts;
    regoff_t *ends = realloc(fresh ? NULL : regs->end, (n + 1) * sizeof *ends);
    if (!ends) {
        if (fresh) free(starts);
        return false;
    }
    *regs = (struct re_registers){(__re_size_t)(n + 1), starts, ends};
    r->regs_allocated = REGS_REALLOCATE;
    return true;
}

static bool give_registers(regex_t *r, struct re_registers *regs, size_t n, const regmatch_t *matches) {
    if (!make_registers(r, regs, n)) return false;
    for (size_t i = 0; i < regs->num_regs; i++) {
        regs->start[i] = i < n ? matches[i].rm_so : -1;
        regs->end[i] = i < n ? matches[i].rm_eo : -1;
    }
    return true;
}

/* Searches between two places; 1 and the match, or -1 (none), or -2 (no memory). */
static int search(regex_t *r, const char *text, size_t length, size_t from, size_t last, struct re_registers *regs, regmatch_t *whole) {
    int flags = (r->not_bol ? REG_NOTBOL : 0) | (r->not_eol ? REG_NOTEOL : 0);
    size_t n = r->re_nsub + 1;
    if (r->no_sub) regs = NULL;
    if (regs && r->regs_allocated == REGS_FIXED && regs->num_regs < n) n = regs->num_regs;
    if (n == 0) regs = NULL;
    if (!regs) n = 1;
    if (from < last && r->fastmap && !r->fastmap_accurate) fill_fastmap(r);
    regmatch_t *matches = malloc(n * sizeof *matches);
    if (!matches) return -2;
    int error = run(r, text, from, last, length, flags, n, matches);
    int result = error == 0 ? 1 : error == REG_NOMATCH ? -1 : -2;
    if (result == 1 && regs && !give_registers(r, regs, n, matches)) result = -2;
    if (result == 1) *whole = matches[0];
    free(matches);
    return result;
}

static regoff_t search_range(regex_t *r, const char *text, regoff_t length, regoff_t start, regoff_t range, struct re_registers *regs) {
    regmatch_t whole;
    if (length < 0 || start < 0 || start > length) return -1;
    regoff_t last = range > length - start ? length : range < -start ? 0 : start + range;
    int result = search(r, text, (size_t)length, (size_t)start, (size_t)last, regs, &whole);
    return result == 1 ? whole.rm_so : result;
}

static regoff_t match_at(regex_t *r, const char *text, regoff_t length, regoff_t start, struct re_registers *regs) {
    regmatch_t whole;
    if (length < 0 || start < 0 || start > length) return -1;
    int result = search(r, text, (size_t)length, (size_t)start, (size_t)start, regs, &whole);
    return result == 1 ? whole.rm_eo - start : result;
}

regoff_t re_search(regex_t *r, const char *text, regoff_t length, regoff_t start, regoff_t range, struct re_registers *regs) {
    return search_range(r, text, length, start, range, regs);
}

regoff_t re_match(regex_t *r, const char *text, regoff_t length, regoff_t start, struct re_registers *regs) {
    return match_at(r, text, length, start, regs);
}

/* Two strings one behind the other; *made is to be freed. NULL without memory. */
static const char *joined(const char *a, regoff_t na, const char *b, regoff_t nb, regoff_t stop, char **made) {
    *made = NULL;
    if (stop != na + nb) __shrike_unsupported("a search with GNU's regular expressions that stops before the end of the text");
    if (nb == 0) return a;
    if (na == 0) return b;
    *made = malloc((size_t)na + (size_t)nb);
    if (!*made) return NULL;
    rt_memcpy(*made, a, (size_t)na);
    rt_memcpy(*made + na, b, (size_t)nb);
    return *made;
}

static bool bad_lengths(regoff_t na, regoff_t nb, regoff_t stop) { return na < 0 || nb < 0 || stop < 0 || nb > INT_MAX - na; }

regoff_t re_search_2(regex_t *r, const char *a, regoff_t na, const char *b, regoff_t nb, regoff_t start, regoff_t range,
                     struct re_registers *regs, regoff_t stop) {
    char *made;
    if (bad_lengths(na, nb, stop)) return -2;
    const char *text = joined(a, na, b, nb, stop, &made);
    if (!text && na + nb > 0) return -2;
    regoff_t found = search_range(r, text, na + nb, start, range, regs);
    free(made);
    return found;
}

regoff_t re_match_2(regex_t *r, const char *a, regoff_t na, const char *b, regoff_t nb, regoff_t start, struct re_registers *regs, regoff_t stop) {
    char *made;
    if (bad_lengths(na, nb, stop)) return -2;
    const char *text = joined(a, na, b, nb, stop, &made);
    if (!text && na + nb > 0) return -2;
    regoff_t found = match_at(r, text, na + nb, start, regs);
    free(made);
    return found;
}

/* ---- BSD's interface ---- */
static regex_t remembered;

char *re_comp(const char *pattern);
char *re_comp(const char *pattern) {
    if (!pattern) return remembered.buffer ? NULL : (char *)"No previous regular expression";
    remembered.newline_anchor = 1;
    int error = compile(&remembered, pattern, rt_strlen(pattern), re_syntax_options);
    return error ? (char *)messages[error] : NULL;
}

int re_exec(const char *text);
int re_exec(const char *text) {
    size_t n = rt_strlen(text);
    return run(&remembered, text, 0, n, n, 0, 0, NULL) == 0;
}
