/* Formats of printf and scanf, before the library sees them: are there as many
 * arguments, and do strings end where their precision says? AddressSanitizer does not
 * look at %.*s and wide strings, and nobody can count arguments. */
#include "replay_rt.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <wchar.h>

/* As in front/native/native_checks.def. */
enum { PRINT, WPRINT, SCAN, VPRINT, VWPRINT, VSCAN };

struct walk {
    const char *narrow; /* the format: one of them */
    const wchar_t *wide;
    size_t at;
    va_list args;
    unsigned left; /* arguments; UINT_MAX: unknown */
};

static unsigned look(const struct walk *w) {
    need(w->narrow ? (const void *)(w->narrow + w->at) : (const void *)(w->wide + w->at),
         w->narrow ? 1 : sizeof(wchar_t));
    return w->narrow ? (unsigned char)w->narrow[w->at] : (unsigned)w->wide[w->at];
}

static int is_one_of(unsigned c, const char *set) {
    for (; *set; set++)
        if ((unsigned char)*set == c) return 1;
    return 0;
}

static void use_argument(struct walk *w) {
    if (w->left == UINT_MAX) return;
    if (!w->left) stop("bad-access", "the format takes more arguments than there are");
    w->left--;
}

static int take_int(struct walk *w) {
    use_argument(w);
    return va_arg(w->args, int);
}

static void *take_pointer(struct walk *w) {
    use_argument(w);
    return va_arg(w->args, void *);
}

/* "*" or digits; -1 if there are none. */
static int read_number(struct walk *w) {
    if (look(w) == '*') {
        w->at++;
        return take_int(w);
    }
    if (!is_one_of(look(w), "0123456789")) return -1;
    int n = 0;
    for (; is_one_of(look(w), "0123456789"); w->at++)
        if (n < INT_MAX / 10 - 1) n = n * 10 + (int)(look(w) - '0');
    return n;
}

/* 'H' for hh, 'q' for ll, else the letter; 0: none. */
static unsigned read_length(struct walk *w) {
    unsigned c = look(w);
    if (!is_one_of(c, "hlLqjzt")) return 0;
    w->at++;
    if ((c != 'h' && c != 'l') || look(w) != c) return c;
    w->at++;
    return c == 'h' ? 'H' : 'q';
}

static void take_integer(struct walk *w, unsigned length) {
    use_argument(w);
    if (length == 'q' || length == 'L' || length == 'j') (void)va_arg(w->args, long long);
    else if (is_one_of(length, "lzt") && length) (void)va_arg(w->args, long);
    else (void)va_arg(w->args, int);
}

static void take_string(struct walk *w, int wide, int precision) {
    const void *s = take_pointer(w);
    size_t most = precision < 0 ? SIZE_MAX : (size_t)precision;
    if (!s) return; /* "(null)" */
    if (wide && w->narrow && precision >= 0 && MB_CUR_MAX > 1) return; /* it counts bytes, not characters */
    if (wide) wide_length(s, most);
    else text_length(s, most);
}

static size_t size_of_count(unsigned length) {
    switch (length) {
    case 'H': return 1;
    case 'h': return sizeof(short);
    case 'l': case 'z': case 't': return sizeof(long);
    case 'q': case 'L': case 'j': return sizeof(long long);
    default: return sizeof(int);
    }
}

/* False: nothing more is known about this format. */
static int print_value(struct walk *w, unsigned c, unsigned length, int precision) {
    if (c == 'm' || c == '%') return 1;
    if (is_one_of(c, "diouxXbB")) return take_integer(w, length), 1;
    if (c == 'c' || c == 'C') return take_integer(w, 0), 1;
    if (is_one_of(c, "sS")) return take_string(w, c == 'S' || length == 'l', precision), 1;
    if (c == 'p') return take_pointer(w), 1;
    if (c == 'n') return need(take_pointer(w), size_of_count(length)), 1;
    if (!is_one_of(c, "eEfFgGaA")) return 0;
    use_argument(w);
    if (length == 'L') (void)va_arg(w->args, long double);
    else (void)va_arg(w->args, double);
    return 1;
}

/* Behind "%". */
static int print_directive(struct walk *w) {
    while (is_one_of(look(w), "-+ #0'I")) w->at++;
    size_t start = w->at;
    (void)read_number(w);
    if (look(w) == '$') return w->at = start, 0; /* arguments by number */
    int precision = -1;
    if (look(w) == '.') {
        w->at++;
        int given = look(w) == '*' || is_one_of(look(w), "0123456789");
        precision = given ? read_number(w) : 0; /* a negative one is none */
    }
    unsigned length = read_length(w), c = look(w);
    return c && (w->at++, print_value(w, c, length, precision));
}

static void skip_set(struct walk *w) {
    if (look(w) == '^') w->at++;
    if (look(w) == ']') w->at++;
    while (look(w) && look(w) != ']') w->at++;
    if (look(w)) w->at++;
}

static int scan_directive(struct walk *w) {
    if (look(w) == '%') return w->at++, 1;
    int quiet = look(w) == '*';
    if (quiet) w->at++;
    (void)read_number(w);
    if (look(w) == '$') return 0;
    int allocates = look(w) == 'm';
    if (allocates) w->at++;
    (void)read_length(w);
    unsigned c = look(w);
    if (!c) return 0;
    w->at++;
    if (c == '[') skip_set(w);
    else if (!is_one_of(c, "diouxXeEfFgGaAcCsSpn")) return 0;
    if (quiet) return 1;
    void *to = take_pointer(w);
    /* What a NUL among the characters hides from AddressSanitizer, and wide ones, the run shows. */
    if (!allocates && is_one_of(c, "s[Sn")) __shrike_watch(to);
    return 1;
}

/* False: not to its end. */
static int walk_format(struct walk *w, int (*directive)(struct walk *)) {
    for (unsigned c; (c = look(w));) {
        w->at++;
        if (c == '%' && !directive(w)) return 0;
    }
    return 1;
}

static void start(struct walk *w, unsigned kind, const void *format, unsigned nargs) {
    int wide = kind == WPRINT || kind == VWPRINT;
    w->narrow = wide ? NULL : format;
    w->wide = wide ? format : NULL;
    w->at = 0;
    w->left = nargs;
}

/* ---- argument lists ------------------------------------------------------------------------ */

/* A function with variable arguments asks at its start how many its caller has passed, and
 * says so when it starts a list. Until something is taken from the list, all are there; what a
 * function of printf's family has taken is known as well. */
enum { MOST_LISTS = 16 };

static struct {
    uintptr_t list; /* complement; 0: none */
    uintptr_t state;
    unsigned nargs;
} lists[MOST_LISTS];
static unsigned nlists, passed = UINT_MAX;

#ifdef __x86_64__
enum { LISTS_ARE_ARRAYS = 1 };
struct list { /* as the processor's conventions have it */
    uint32_t gp_offset, fp_offset;
    uintptr_t rest;
};
static uintptr_t list_key(void *list) { return (uintptr_t)list; }
static uintptr_t list_state(void *list) {
    const struct list *l = list;
    return l->rest ^ (uintptr_t)l->gp_offset << 48 ^ (uintptr_t)l->fp_offset << 56;
}
static void *as_list(va_list args) { return args; }
static void *started(void *list) { return list; }
#else
enum { LISTS_ARE_ARRAYS = 0 };
static uintptr_t list_key(void *list) { return (uintptr_t)list; } /* its state, too */
static uintptr_t list_state(void *list) { return (uintptr_t)list; }
static void *as_list(va_list args) { return args; }
static void *started(void *list) { return *(void **)list; }
#endif

void __shrike_pass(unsigned nargs) { passed = nargs; }

unsigned __shrike_passed(void) {
    unsigned n = passed;
    passed = UINT_MAX; /* others may call it without a word */
    return n;
}

void __shrike_start_list(void *list, unsigned nargs) {
    void *l = started(list);
    unsigned i = 0;
    while (i < MOST_LISTS && lists[i].list != ~list_key(l)) i++;
    if (i == MOST_LISTS) i = nlists++ % MOST_LISTS;
    lists[i].list = ~list_key(l);
    lists[i].state = ~list_state(l);
    lists[i].nargs = nargs;
}

/* MOST_LISTS: nobody knows how many arguments it has. */
static unsigned find_list(void *list) {
    unsigned i = 0;
    while (i < MOST_LISTS && (lists[i].list != ~list_key(list) || lists[i].state != ~list_state(list))) i++;
    return i;
}

/* The call that follows moves it as w->args was moved, where lists are arrays. (scanf moves none.) */
static void move_list(unsigned i, struct walk *w) {
    if (!LISTS_ARE_ARRAYS || w->left == UINT_MAX) return;
    lists[i].state = ~list_state(as_list(w->args));
    lists[i].nargs = w->left;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* nargs: how many follow in the call. */
void __shrike_format(unsigned kind, unsigned nargs, const void *format, ...) {
    struct walk w;
    start(&w, kind, format, nargs);
    va_start(w.args, format);
    walk_format(&w, kind == SCAN ? scan_directive : print_directive);
    va_end(w.args);
}

void __shrike_vformat(unsigned kind, const void *format, va_list args) {
    struct walk w;
    unsigned i = find_list(as_list(args));
    start(&w, kind, format, i < MOST_LISTS ? lists[i].nargs : UINT_MAX);
    va_copy(w.args, args);
    int scans = kind == VSCAN, whole = walk_format(&w, scans ? scan_directive : print_directive);
    if (whole && !scans && i < MOST_LISTS) move_list(i, &w);
    va_end(w.args);
}
