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
    if (r->buffer->utf8) refuse_beyond_ascii(t.bytes, length);
    return rt_regex_find(r->buffer, &t, n, matches);
}

int regexec(const regex_t *restrict r, const char *restrict text, size_t n, regmatch_t *restrict matches, int flags) {
    if (flags & ~(REG_NOTBOL | REG_NOTEOL | REG_STARTEND)) return REG_BADPAT;
    size_t from = 0, length;
    if (flags & REG_STARTEND) {
        if (matches[0].rm_so < 0 || matches[0].rm_so > matches[0].rm_eo) return REG_NOMATCH;
        from = (size_t)matches[0].rm_so;
        length = (size_t)matches[0].rm_eo;
    } else length = rt_strlen(text);
    return run(r, text, from, length, length, flags, r->no_sub ? 0 : n, matches);
}
