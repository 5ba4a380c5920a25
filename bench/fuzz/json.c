/* A JSON parser, and a reader of signed messages on top of it.
 *
 * Errors are planted, and explained above the line; a line where a sanitizer stops
 * because of one says BUG and its name.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum kind { NOTHING, TRUTH, NUMBER, STRING, LIST, OBJECT };
enum { DEEPEST = 8, POWERS = 16, SHORT = 24, MAX_NODES = 64, KEYS = 4 };

struct node {
    enum kind kind;
    double number;
    long whole; /* a number without fraction */
    char *text; /* a string, or the key of what follows */
    char *key;
    uint32_t len;
    struct node *first, *next;
};

struct parser {
    const char *p, *end;
    uint32_t depth, nodes;
    char *open;                   /* brackets, DEEPEST at most */
    struct node *made[MAX_NODES]; /* to give back */
};

/* ---- lexing ------------------------------------------------------------------------ */

static void skip_space(struct parser *ps) {
    while (ps->p < ps->end && (*ps->p == ' ' || *ps->p == '\n' || *ps->p == '\t' || *ps->p == '\r'))
        ps->p++;
}

static int take(struct parser *ps, char c) {
    skip_space(ps);
    if (ps->p >= ps->end || *ps->p != c) return 0;
    ps->p++;
    return 1;
}

static int take_word(struct parser *ps, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(ps->end - ps->p) < n || memcmp(ps->p, word, n) != 0) return 0;
    ps->p += n;
    return 1;
}

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static struct node *new_node(struct parser *ps, enum kind kind) {
    if (ps->nodes >= MAX_NODES) return NULL;
    struct node *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->kind = kind;
    ps->made[ps->nodes++] = n;
    return n;
}

/* ---- strings ------------------------------------------------------------------------ */

static int unicode(struct parser *ps, unsigned *out) {
    unsigned v = 0;
    if (ps->end - ps->p < 4) return 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex(*ps->p++);
        if (digit < 0) return 0;
        v = v << 4 | (unsigned)digit;
    }
    *out = v;
    return 1;
}

static char *put_unicode(char *to, unsigned v) {
    if (v < 0x80) {
        *to++ = (char)v; /* BUG room */
    } else if (v < 0x800) {
        *to++ = (char)(0xc0 | v >> 6);   /* BUG room */
        *to++ = (char)(0x80 | (v & 63)); /* BUG room */
    } else {
        *to++ = (char)(0xe0 | v >> 12);       /* BUG room */
        *to++ = (char)(0x80 | (v >> 6 & 63)); /* BUG room */
        *to++ = (char)(0x80 | (v & 63));      /* BUG room */
    }
    return to;
}

/* Bytes that the text between quotes may take. */
static size_t room(const struct parser *ps) {
    const char *p = ps->p;
    size_t n = 1;
    while (p < ps->end && *p != '"') {
        if (*p == '\\') {
            /* a third byte for characters from 0x800 on is forgotten */
            n += p + 1 < ps->end && p[1] == 'u' ? 2 : 1;
            p += p + 1 < ps->end && p[1] == 'u' ? 6 : 2;
        } else {
            n++;
            p++;
        }
    }
    return n;
}

static char *parse_string(struct parser *ps, uint32_t *len) {
    if (!take(ps, '"')) return NULL;
    char *text = malloc(room(ps)), *to = text;
    if (!text) return NULL;
    while (ps->p < ps->end && *ps->p != '"') {
        char c = *ps->p++;
        unsigned v;
        if (c != '\\') {
            if ((unsigned char)c < 32) goto wrong;
            *to++ = c; /* BUG room */
            continue;
        }
        if (ps->p >= ps->end) goto wrong;
        switch (c = *ps->p++) {
        case 'n': c = '\n'; break;
        case 't': c = '\t'; break;
        case 'r': c = '\r'; break;
        case 'b': c = '\b'; break;
        case 'f': c = '\f'; break;
        case '"':
        case '\\':
        case '/': break;
        case 'u':
            if (!unicode(ps, &v)) goto wrong;
            to = put_unicode(to, v);
            continue;
        default: goto wrong;
        }
        *to++ = c; /* BUG room */
    }
    if (ps->p >= ps->end) goto wrong;
    ps->p++;
    *to = 0; /* BUG room */
    *len = (uint32_t)(to - text);
    return text;
wrong:
    free(text);
    return NULL;
}

/* ---- numbers ---------------------------------------------------------------------------- */

static const double powers[POWERS] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

static int digit(const struct parser *ps) {
    return ps->p < ps->end && *ps->p >= '0' && *ps->p <= '9';
}

static int parse_number(struct parser *ps, struct node *n) {
    int negative = 0, exponent = 0, down = 0;
    uint64_t v = 0;
    if (ps->p < ps->end && *ps->p == '-') negative = 1, ps->p++;
    if (!digit(ps)) return 0;
    for (; digit(ps); ps->p++) {
        if (v > 999999999999999u) return 0;
        v = v * 10 + (uint64_t)(*ps->p - '0');
    }
    if (ps->p < ps->end && *ps->p == '.') {
        for (ps->p++; digit(ps); ps->p++) exponent--;
        if (exponent < -9) return 0;
    }
    if (ps->p < ps->end && (*ps->p == 'e' || *ps->p == 'E')) {
        int e = 0;
        ps->p++;
        if (ps->p < ps->end && (*ps->p == '-' || *ps->p == '+')) down = *ps->p++ == '-';
        for (; digit(ps); ps->p++)
            if (e < 100) e = e * 10 + (*ps->p - '0');
        if (e > POWERS) return 0;
        /* there is no power of sixteen */
        n->number = down ? (double)v / powers[e] : (double)v * powers[e]; /* BUG exponent */
    } else {
        n->number = (double)v;
    }
    n->whole = negative ? -(long)v : (long)v;
    return 1;
}

/* ---- values -------------------------------------------------------------------------------- */

static struct node *parse_value(struct parser *ps);

static int parse_members(struct parser *ps, struct node *parent, char close) {
    struct node **last = &parent->first;
    if (take(ps, close)) return 1;
    do {
        char *key = NULL;
        uint32_t len = 0;
        if (parent->kind == OBJECT) {
            key = parse_string(ps, &len);
            if (!key || !take(ps, ':')) {
                free(key);
                return 0;
            }
        }
        struct node *child = parse_value(ps);
        if (!child) {
            free(key);
            return 0;
        }
        child->key = key;
        *last = child;
        last = &child->next;
    } while (take(ps, ','));
    return take(ps, close);
}

static struct node *parse_nested(struct parser *ps, enum kind kind, char close) {
    struct node *n = new_node(ps, kind);
    if (!n || ps->depth > DEEPEST) return NULL;
    /* one too deep */
    ps->open[ps->depth++] = close; /* BUG depth */
    if (!parse_members(ps, n, close)) return NULL;
    ps->depth--;
    return n;
}

static struct node *parse_value(struct parser *ps) {
    struct node *n;
    skip_space(ps);
    if (ps->p >= ps->end) return NULL;
    switch (*ps->p) {
    case '{': ps->p++; return parse_nested(ps, OBJECT, '}');
    case '[': ps->p++; return parse_nested(ps, LIST, ']');
    case '"':
        n = new_node(ps, STRING);
        return n && (n->text = parse_string(ps, &n->len)) ? n : NULL;
    case 't': return take_word(ps, "true") && (n = new_node(ps, TRUTH)) ? (n->whole = 1, n) : NULL;
    case 'f': return take_word(ps, "false") ? new_node(ps, TRUTH) : NULL;
    case 'n': return take_word(ps, "null") ? new_node(ps, NOTHING) : NULL;
    default: n = new_node(ps, NUMBER); return n && parse_number(ps, n) ? n : NULL;
    }
}

/* ---- messages ---------------------------------------------------------------------------------
 */

static const struct node *member(const struct node *n, const char *key) {
    for (n = n->kind == OBJECT ? n->first : NULL; n; n = n->next)
        if (n->key && strcmp(n->key, key) == 0) return n;
    return NULL;
}

static uint32_t digest(const char *p, uint32_t n) {
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < n; i++) h = (h ^ (uint8_t)p[i]) * 16777619u;
    return h;
}

/* {"op":"copy","len":N,"body":"..."}: the length is the sender's. */
static int copy_body(const struct node *m) {
    const struct node *len = member(m, "len"), *body = member(m, "body");
    char to[SHORT];
    if (!len || !body || len->kind != NUMBER || body->kind != STRING) return 0;
    if (len->whole < 0 || len->whole > SHORT) return 0;
    /* may be more than the text has */
    memcpy(to, body->text, (size_t)len->whole); /* BUG length */
    int sum = 0;
    for (long i = 0; i < len->whole; i++) sum += to[i];
    return sum;
}

/* {"op":"pick","from":[...],"index":N} */
static int pick(const struct node *m) {
    const struct node *from = member(m, "from"), *index = member(m, "index");
    if (!from || !index || from->kind != LIST || index->kind != NUMBER) return 0;
    const struct node *n = from->first;
    for (long i = 0; n && i < index->whole; i++) n = n->next;
    /* there may be fewer */
    return index->whole >= 2 && index->whole < 9 ? (int)n->kind : 0; /* BUG pick */
}

/* {"op":"admin","digest":D,"body":"..."}: D is the digest of the body */
static int administer(const struct node *m) {
    const struct node *want = member(m, "digest"), *body = member(m, "body");
    int tokens[KEYS] = {0};
    if (!want || !body || want->kind != NUMBER || body->kind != STRING || body->len < 4) return 0;
    if ((long)digest(body->text, body->len) != want->whole) return 0;
    if (body->text[0] != 'k' || body->text[1] != '=') return 0;
    tokens[body->text[2] - '0'] = 1; /* BUG admin */
    return tokens[0];
}

static int handle(const struct node *m) {
    const struct node *op = member(m, "op"), *version = member(m, "v");
    if (!op || op->kind != STRING) return 0;
    if (version && version->kind == NUMBER && version->whole == 20240229) {
        const struct node *old = member(m, "legacy");
        /* only messages of this version can do without */
        return old->kind == TRUTH; /* BUG legacy */
    }
    if (strcmp(op->text, "copy") == 0) return copy_body(m);
    if (strcmp(op->text, "pick") == 0) return pick(m);
    if (strcmp(op->text, "admin") == 0) return administer(m);
    return 0;
}

static void give_back(struct parser *ps) {
    for (uint32_t i = 0; i < ps->nodes; i++) {
        free(ps->made[i]->text);
        free(ps->made[i]->key);
        free(ps->made[i]);
    }
}

volatile int handled; /* results are used */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct parser ps = {.p = (const char *)data, .end = (const char *)data + size};
    ps.open = malloc(DEEPEST);
    if (!ps.open) return 0;
    struct node *n = parse_value(&ps);
    skip_space(&ps);
    if (n && ps.p == ps.end && n->kind == OBJECT) handled = handle(n);
    give_back(&ps);
    free(ps.open);
    return 0;
}
