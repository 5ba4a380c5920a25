/* Reads patterns of regular expressions into trees. What is special where is up to bits of regex.h; errors are those of glibc. */
#include "regexp.h"

enum token_kind {
    TOKEN_BYTE, TOKEN_ANY, TOKEN_BRACKET, TOKEN_CLASS, TOKEN_BACK, TOKEN_ANCHOR, TOKEN_STAR, TOKEN_PLUS, TOKEN_QUESTION,
    TOKEN_BRACE, TOKEN_BRACE_END, TOKEN_EITHER, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_BACKSLASH, TOKEN_END
};

struct token {
    enum token_kind kind;
    unsigned char byte;
    unsigned want; /* TOKEN_ANCHOR; a second way if it has one */
    unsigned or_want;
};

struct parser {
    struct regex_source *s;
    size_t at; /* behind the token */
    struct token token;
    unsigned closed; /* groups that may be referred to */
    int error;
};

enum { MOST_ELEMENTS = 1 << 22, LONGEST_NAME = 32, NO_NUMBER = -1, BAD_NUMBER = -2 };

bool rt_regex_room(void *array, int *room, int count, size_t size) {
    if (count < *room) return true;
    if (count >= MOST_ELEMENTS) __shrike_unsupported("a regular expression of millions of elements");
    void *old, *grown;
    rt_memcpy(&old, array, sizeof old);
    int more = *room ? *room * 2 : 16;
    grown = calloc((size_t)more, size);
    if (!grown) return false;
    if (count > 0) rt_memcpy(grown, old, (size_t)count * size);
    free(old);
    rt_memcpy(array, &grown, sizeof grown);
    *room = more;
    return true;
}

/* The first error counts. The empty tree goes with it. */
static int fail(struct parser *p, int error) {
    if (!p->error) p->error = error;
    p->token.kind = TOKEN_END;
    return 0;
}

/* ---- characters and tokens ---- */
static bool has(const struct parser *p, reg_syntax_t bits) { return (p->s->syntax & bits) != 0; }
static bool at_end(const struct parser *p) { return p->at >= p->s->length; }

static unsigned char byte_at(const struct parser *p, size_t i) {
    return rt_regex_fold(p->s->text[i], p->s->translate, p->s->syntax);
}

static void make_anchor(struct token *t, unsigned want, unsigned or_want) {
    t->kind = TOKEN_ANCHOR;
    t->want = want;
    t->or_want = or_want;
}

/* GNU's operators of a backslash and a character. */
static void scan_gnu(struct token *t) {
    enum {
        FIRST = BEFORE(HAS_OTHER) | BEHIND(HAS_WORD),
        LAST = BEFORE(HAS_WORD) | BEHIND(HAS_OTHER),
        INSIDE = BEFORE(HAS_WORD) | BEHIND(HAS_WORD),
        OUTSIDE = BEFORE(HAS_OTHER) | BEHIND(HAS_OTHER),
    };
    switch (t->byte) {
    case '<': make_anchor(t, FIRST, 0); break;
    case '>': make_anchor(t, LAST, 0); break;
    case 'b': make_anchor(t, FIRST, LAST); break;
    case 'B': make_anchor(t, INSIDE, OUTSIDE); break;
    case '`': make_anchor(t, BEFORE(HAS_EDGE), 0); break;
    case '\'': make_anchor(t, BEHIND(HAS_EDGE), 0); break;
    case 'w':
    case 'W':
    case 's':
    case 'S': t->kind = TOKEN_CLASS; break;
    default: break;
    }
}

/* The character behind a backslash is in *t. */
static void scan_escaped(const struct parser *p, struct token *t) {
    bool plus = has(p, RE_BK_PLUS_QM) && !has(p, RE_LIMITED_OPS), parens = !has(p, RE_NO_BK_PARENS);
    bool braces = has(p, RE_INTERVALS) && !has(p, RE_NO_BK_BRACES);
    switch (t->byte) {
    case '|': if (!has(p, RE_LIMITED_OPS | RE_NO_BK_VBAR)) t->kind = TOKEN_EITHER; break;
    case '(': if (parens) t->kind = TOKEN_OPEN; break;
    case ')': if (parens) t->kind = TOKEN_CLOSE; break;
    case '+': if (plus) t->kind = TOKEN_PLUS; break;
    case '?': if (plus) t->kind = TOKEN_QUESTION; break;
    case '{': if (braces) t->kind = TOKEN_BRACE; break;
    case '}': if (braces) t->kind = TOKEN_BRACE_END; break;
    default:
        if (t->byte - '1' < 9u) {
            if (!has(p, RE_NO_BK_REFS)) t->kind = TOKEN_BACK;
        } else if (!has(p, RE_NO_GNU_OPS)) scan_gnu(t);
    }
}

static size_t scan(const struct parser *p, size_t at, bool caret, struct token *t);

static bool caret_is_anchor(const struct parser *p, size_t at, bool caret) {
    if (caret || at == 0 || has(p, RE_CONTEXT_INDEP_ANCHORS | RE_CARET_ANCHORS_HERE)) return true;
    return has(p, RE_NEWLINE_ALT) && byte_at(p, at - 1) == '\n';
}

static bool dollar_is_anchor(const struct parser *p, size_t at) {
    if (at + 1 == p->s->length || has(p, RE_CONTEXT_INDEP_ANCHORS)) return true;
    /* The token behind it: neither of those that matter begins with a dollar. */
    struct token next;
    if (byte_at(p, at + 1) == '$') return false;
    scan(p, at + 1, false, &next);
    return next.kind == TOKEN_EITHER || next.kind == TOKEN_CLOSE;
}

/* The token at a place, and its length. */
static size_t scan(const struct parser *p, size_t at, bool caret, struct token *t) {
    *t = (struct token){.kind = TOKEN_END};
    if (at >= p->s->length) return 0;
    t->kind = TOKEN_BYTE;
    t->byte = byte_at(p, at);
    bool plus = !has(p, RE_BK_PLUS_QM | RE_LIMITED_OPS), parens = has(p, RE_NO_BK_PARENS);
    bool braces = has(p, RE_INTERVALS) && has(p, RE_NO_BK_BRACES);
    switch (t->byte) {
    case '\\':
        t->kind = TOKEN_BACKSLASH;
        if (at + 1 >= p->s->length) return 1;
        t->kind = TOKEN_BYTE;
        t->byte = p->s->text[at + 1]; /* as it is written, and never the same as a letter of a text whose case is folded */
        scan_escaped(p, t);
        return 2;
    case '\n': if (has(p, RE_NEWLINE_ALT)) t->kind = TOKEN_EITHER; break;
    case '|': if (has(p, RE_NO_BK_VBAR) && !has(p, RE_LIMITED_OPS)) t->kind = TOKEN_EITHER; break;
    case '*': t->kind = TOKEN_STAR; break;
    case '+': if (plus) t->kind = TOKEN_PLUS; break;
    case '?': if (plus) t->kind = TOKEN_QUESTION; break;
    case '{': if (braces) t->kind = TOKEN_BRACE; break;
    case '}': if (braces) t->kind = TOKEN_BRACE_END; break;
    case '(': if (parens) t->kind = TOKEN_OPEN; break;
    case ')': if (parens) t->kind = TOKEN_CLOSE; break;
    case '[': t->kind = TOKEN_BRACKET; break;
    case '.': t->kind = TOKEN_ANY; break;
    case '^': if (caret_is_anchor(p, at, caret)) make_anchor(t, BEFORE(HAS_NEWLINE), 0); break;
    case '$': if (dollar_is_anchor(p, at)) make_anchor(t, BEHIND(HAS_NEWLINE), 0); break;
    default: break;
    }
    return 1;
}

/* caret: a ^ is an anchor here. */
static void next(struct parser *p, bool caret) {
    if (p->error) return;
    p->at += scan(p, p->at, caret, &p->token);
}

/* ---- trees ---- */
static int make(struct parser *p, enum tree_kind kind, int left, int right, int value) {
    struct regex_source *s = p->s;
    if (p->error) return 0;
    if (!rt_regex_room(&s->trees, &s->trees_room, s->ntrees, sizeof *s->trees)) return fail(p, REG_ESPACE);
    s->trees[s->ntrees] = (struct regex_tree){.kind = kind, .left = left, .right = right, .value = value};
    return s->ntrees++;
}

/* The sequence of two trees. The first may be a sequence that grows; parts belong to one sequence only. */
static int append(struct parser *p, int tree, int part) {
    if (!tree || !part) return tree ? tree : part;
    struct regex_tree *t = p->s->trees;
    if (t[tree].kind != TREE_SEQUENCE) {
        t[tree].sibling = part;
        return make(p, TREE_SEQUENCE, tree, part, 0);
    }
    t[t[tree].right].sibling = part;
    t[tree].right = part;
    return tree;
}

/* Groups of a copy do not count as optional, as with glibc. */
static int copy(struct parser *p, int tree) {
    if (!tree || p->error) return 0;
    struct regex_tree t = p->s->trees[tree];
    int left = 0, right = 0;
    if (t.kind == TREE_SEQUENCE) {
        int last = 0;
        for (int part = t.left; part && !p->error; part = p->s->trees[part].sibling) {
            int c = copy(p, part);
            if (last) p->s->trees[last].sibling = c;
            else left = c;
            last = c;
        }
        right = last;
    } else {
        left = copy(p, t.left);
        right = copy(p, t.right);
    }
    int made = make(p, t.kind, left, right, t.value);
    if (made) p->s->trees[made].copied = true;
    return made;
}

/* ---- sets of characters ---- */
static void add_range(struct parser *p, unsigned char low, unsigned char high) {
    struct regex_source *s = p->s;
    if (p->error) return;
    if (!rt_regex_room(&s->ranges, &s->ranges_room, s->nranges, sizeof *s->ranges)) {
        fail(p, REG_ESPACE);
        return;
    }
    s->ranges[s->nranges++] = (struct regex_range){low, high};
}

static int make_set(struct parser *p, int from, bool not) {
    struct regex_source *s = p->s;
    if (p->error) return 0;
    if (!rt_regex_room(&s->sets, &s->sets_room, s->nsets, sizeof *s->sets)) return fail(p, REG_ESPACE);
    s->sets[s->nsets++] = (struct regex_set){from, s->nranges - from, not};
    return make(p, TREE_SET, 0, 0, s->nsets - 1);
}

/* The characters of a class, as pairs. */
static const char *class_ranges(const char *name, bool any_case) {
    static const struct {
        char name[8], ranges[12];
    } classes[] = {{"alpha", "AZaz"},   {"digit", "09"},           {"alnum", "09AZaz"}, {"upper", "AZ"},
                   {"lower", "az"},     {"space", "\t\r  "},       {"blank", "\t\t  "}, {"punct", "!/:@[`{~"},
                   {"print", " ~"},     {"graph", "!~"},           {"xdigit", "09AFaf"}, {"cntrl", "\001\037\177\177"}};
    if (any_case && (rt_strcmp(name, "upper") == 0 || rt_strcmp(name, "lower") == 0)) name = "alpha";
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (rt_strcmp(classes[i].name, name) == 0) return classes[i].ranges;
    return NULL;
}

static void add_class(struct parser *p, const char *name) {
    const char *r = class_ranges(name, has(p, RE_ICASE));
    if (!r) {
        fail(p, REG_ECTYPE);
        return;
    }
    if (*r == '\001') add_range(p, 0, 0); /* cntrl: a string cannot have its first */
    for (; *r; r += 2) add_range(p, (unsigned char)r[0], (unsigned char)r[1]);
}

/* \w, \s and their opposites. */
static int parse_class(struct parser *p, unsigned char letter) {
    int from = p->s->nranges;
    bool word = letter == 'w' || letter == 'W';
    add_class(p, word ? "alnum" : "space");
    if (word) add_range(p, '_', '_');
    return make_set(p, from, letter == 'W' || letter == 'S');
}

/* ---- brackets ---- */
enum piece_kind { PIECE_BYTE, PIECE_RANGE, PIECE_CLOSE, PIECE_NOT, PIECE_NAMED, PIECE_END };

/* What a bracket is written with: a character, or what begins [: or alike. */
struct piece {
    enum piece_kind kind;
    unsigned byte; /* of PIECE_NAMED: . = or :; a char would leave bytes of the struct without a value */
    size_t length;
};

/* One of the things that a bracket lists. */
struct element {
    unsigned char named; /* . = : or 0 */
    char name[LONGEST_NAME + 1];
    size_t length;
};

static struct piece look(const struct parser *p) {
    struct piece e = {PIECE_END, 0, 0};
    if (at_end(p)) return e;
    size_t left = p->s->length - p->at;
    e = (struct piece){PIECE_BYTE, byte_at(p, p->at), 1};
    unsigned char second = left > 1 ? byte_at(p, p->at + 1) : 0;
    switch (e.byte) {
    case '\\':
        if (has(p, RE_BACKSLASH_ESCAPE_IN_LISTS) && left > 1) e = (struct piece){PIECE_BYTE, second, 2};
        break;
    case '[':
        if (second == '.' || second == '=' || (second == ':' && has(p, RE_CHAR_CLASSES))) e = (struct piece){PIECE_NAMED, second, 2};
        break;
    case '-': e.kind = PIECE_RANGE; break;
    case ']': e.kind = PIECE_CLOSE; break;
    case '^': e.kind = PIECE_NOT; break;
    default: break;
    }
    return e;
}

/* The name in [:name:] and alike, whose beginning was read. */
static void read_name(struct parser *p, struct element *e) {
    for (e->length = 0;; e->length++) {
        if (at_end(p) || e->length >= LONGEST_NAME) break;
        unsigned char c = e->named == ':' ? p->s->text[p->at] : byte_at(p, p->at);
        p->at++;
        if (at_end(p)) break;
        if (c == e->named && byte_at(p, p->at) == ']') {
            p->at++;
            e->name[e->length] = 0;
            return;
        }
        e->name[e->length] = (char)c;
    }
    fail(p, REG_EBRACK);
}

/* hyphen: may it be one that is not the last? */
static void read_element(struct parser *p, struct piece piece, struct element *e, bool hyphen) {
    p->at += piece.length;
    *e = (struct element){.named = 0, .length = 1};
    if (piece.kind == PIECE_NAMED) {
        e->named = piece.byte;
        read_name(p, e);
        return;
    }
    if (piece.kind == PIECE_RANGE && !hyphen && look(p).kind != PIECE_CLOSE) fail(p, REG_ERANGE);
    e->name[0] = (char)piece.byte;
}

static void add_between(struct parser *p, const struct element *low, const struct element *high) {
    bool lists = low->named == ':' || low->named == '=' || high->named == ':' || high->named == '=';
    if (lists) fail(p, REG_ERANGE);
    else if (rt_strlen(low->name) > 1 || rt_strlen(high->name) > 1 || low->length == 0 || high->length == 0) fail(p, REG_ECOLLATE);
    else if ((unsigned char)low->name[0] <= (unsigned char)high->name[0])
        add_range(p, (unsigned char)low->name[0], (unsigned char)high->name[0]);
    else if (has(p, RE_NO_EMPTY_RANGES)) fail(p, REG_ERANGE);
}

static void add_element(struct parser *p, const struct element *e) {
    if (e->named == ':') add_class(p, e->name);
    else if (e->named && rt_strlen(e->name) != 1) fail(p, REG_ECOLLATE);
    else add_range(p, (unsigned char)e->name[0], (unsigned char)e->name[0]);
}

/* The end of a range whose beginning was read, if it is one: a last hyphen stands for itself. */
static bool range_follows(struct parser *p, struct piece *piece) {
    if (piece->kind == PIECE_END) return fail(p, REG_EBRACK);
    if (piece->kind != PIECE_RANGE) return false;
    p->at += piece->length;
    struct piece end = look(p);
    if (end.kind == PIECE_END) return fail(p, REG_EBRACK);
    if (end.kind == PIECE_CLOSE) {
        p->at -= piece->length;
        piece->kind = PIECE_BYTE;
        return false;
    }
    *piece = end;
    return true;
}

static int parse_bracket(struct parser *p) {
    int from = p->s->nranges;
    struct piece piece = look(p);
    bool not = piece.kind == PIECE_NOT;
    if (not) {
        if (has(p, RE_HAT_LISTS_NOT_NEWLINE)) add_range(p, '\n', '\n');
        p->at += piece.length;
        piece = look(p);
    }
    if (piece.kind == PIECE_END) return fail(p, REG_BADPAT);
    if (piece.kind == PIECE_CLOSE) piece.kind = PIECE_BYTE;
    for (bool first = true; !p->error; first = false) {
        struct element low, high;
        read_element(p, piece, &low, first);
        if (p->error) break;
        piece = look(p);
        bool range = low.named != ':' && low.named != '=' && range_follows(p, &piece);
        if (p->error) break;
        if (range) {
            read_element(p, piece, &high, true);
            if (p->error) break;
            piece = look(p);
            add_between(p, &low, &high);
        } else add_element(p, &low);
        if (piece.kind == PIECE_END) fail(p, REG_EBRACK);
        if (piece.kind == PIECE_CLOSE) break;
    }
    p->at += piece.length;
    return make_set(p, from, not);
}

/* ---- repetition ---- */
static int read_number(struct parser *p) {
    for (int n = NO_NUMBER;;) {
        next(p, false);
        unsigned char c = p->token.byte;
        if (p->token.kind == TOKEN_END) return BAD_NUMBER;
        if (p->token.kind == TOKEN_BRACE_END || c == ',') return n;
        if (p->token.kind != TOKEN_BYTE || !rt_isdigit(c) || n == BAD_NUMBER) n = BAD_NUMBER;
        else n = n == NO_NUMBER ? c - '0' : n * 10 + c - '0' > RE_DUP_MAX ? RE_DUP_MAX + 1 : n * 10 + c - '0';
    }
}

static bool is_comma(const struct token *t) { return t->kind == TOKEN_BYTE && t->byte == ','; }

/* The numbers in braces, of which the first was read; most is -1 for any number. false: no interval, but characters, or an error. */
static bool read_interval(struct parser *p, int *least, int *most) {
    struct token brace = p->token;
    size_t at = p->at;
    *most = 0;
    *least = read_number(p);
    if (*least == NO_NUMBER) {
        if (!is_comma(&p->token)) return fail(p, REG_BADBR);
        *least = 0;
    }
    if (*least != BAD_NUMBER) *most = p->token.kind == TOKEN_BRACE_END ? *least : is_comma(&p->token) ? read_number(p) : BAD_NUMBER;
    if (*least == BAD_NUMBER || *most == BAD_NUMBER) {
        if (!has(p, RE_INVALID_INTERVAL_ORD)) return fail(p, p->token.kind == TOKEN_END ? REG_EBRACE : REG_BADBR);
        p->at = at;
        p->token = brace;
        p->token.kind = TOKEN_BYTE;
        return false;
    }
    if ((*most != -1 && *least > *most) || p->token.kind != TOKEN_BRACE_END) return fail(p, REG_BADBR);
    if ((*most == -1 ? *least : *most) > RE_DUP_MAX) return fail(p, REG_ESIZE);
    return true;
}

/* x{2,4} is xx(x?x)?, x{2,} is xxx*. */
static int repeat(struct parser *p, int tree, int least, int most) {
    if (!tree || (least == 0 && most == 0)) return 0;
    int first = 0, part = tree;
    for (int i = 0; i < least && !p->error; i++) {
        int further = i + 1 < least || least != most ? copy(p, part) : 0; /* before this one has siblings */
        first = append(p, first, part);
        part = further;
    }
    if (least == most || p->error) return first;
    if (p->s->trees[part].kind == TREE_GROUP) p->s->trees[part].optional = true;
    int further = most > least + 1 ? copy(p, part) : 0;
    int rest = make(p, most == -1 ? TREE_STAR : TREE_EITHER, part, 0, 0);
    for (int i = least + 1; i < most && !p->error; i++) {
        part = further;
        further = i + 1 < most ? copy(p, part) : 0;
        rest = make(p, TREE_EITHER, append(p, rest, part), 0, 0);
    }
    return append(p, first, rest);
}

/* What repeats the tree, as long as something does. */
static int parse_repetition(struct parser *p, int tree) {
    for (;;) {
        int least = p->token.kind == TOKEN_PLUS, most = p->token.kind == TOKEN_QUESTION ? 1 : -1;
        if (p->token.kind == TOKEN_BRACE) {
            if (!read_interval(p, &least, &most)) return p->error ? 0 : tree;
        } else if (p->token.kind != TOKEN_STAR && p->token.kind != TOKEN_PLUS && p->token.kind != TOKEN_QUESTION) return tree;
        next(p, false);
        tree = repeat(p, tree, least, most);
        bool again = p->token.kind == TOKEN_STAR || p->token.kind == TOKEN_BRACE;
        if (again && has(p, RE_CONTEXT_INVALID_DUP)) return fail(p, REG_BADRPT);
    }
}

/* ---- expressions ---- */
static int parse_alternatives(struct parser *p, int depth);

static int parse_group(struct parser *p, int depth) {
    int group = ++p->s->groups;
    next(p, true);
    int tree = p->token.kind == TOKEN_CLOSE ? 0 : parse_alternatives(p, depth + 1);
    if (p->token.kind != TOKEN_CLOSE) return fail(p, REG_EPAREN);
    if (group <= 9) p->closed |= 1u << group;
    return make(p, TREE_GROUP, tree, 0, group);
}

static int parse_back(struct parser *p) {
    int group = p->token.byte - '0';
    if (!(p->closed >> group & 1)) return fail(p, REG_ESUBREG);
    p->s->back |= 1u << group;
    p->s->backs++;
    return make(p, TREE_BACK, 0, 0, group);
}

static int parse_anchor(struct parser *p) {
    struct token t = p->token;
    int tree = make(p, TREE_ANCHOR, 0, 0, (int)t.want);
    if (t.or_want) {
        int second = make(p, TREE_ANCHOR, 0, 0, (int)t.or_want);
        tree = make(p, TREE_EITHER, tree, second, 0);
    }
    next(p, false);
    return tree; /* nothing repeats an anchor */
}

/* An operator where there is nothing to repeat: an error, nothing, or a character. */
static int parse_stray(struct parser *p) {
    enum token_kind kind = p->token.kind;
    if (kind == TOKEN_BRACE && has(p, RE_CONTEXT_INVALID_DUP)) return fail(p, REG_BADRPT);
    if (kind != TOKEN_CLOSE && kind != TOKEN_BRACE_END && has(p, RE_CONTEXT_INVALID_OPS)) return fail(p, REG_BADRPT);
    if (kind == TOKEN_CLOSE && !has(p, RE_UNMATCHED_RIGHT_PAREN_ORD)) return fail(p, REG_ERPAREN);
    return make(p, TREE_BYTE, 0, 0, p->token.byte);
}

static bool skips_stray(const struct parser *p) {
    enum token_kind k = p->token.kind;
    return (k == TOKEN_STAR || k == TOKEN_PLUS || k == TOKEN_QUESTION || (k == TOKEN_BRACE && !has(p, RE_CONTEXT_INVALID_DUP))) &&
           has(p, RE_CONTEXT_INDEP_OPS) && !has(p, RE_CONTEXT_INVALID_OPS);
}

static int parse_piece(struct parser *p, int depth) {
    int tree = 0;
    while (skips_stray(p)) next(p, false);
    switch (p->token.kind) {
    case TOKEN_BYTE: tree = make(p, TREE_BYTE, 0, 0, p->token.byte); break;
    case TOKEN_ANY: tree = make(p, TREE_ANY, 0, 0, 0); break;
    case TOKEN_BRACKET: tree = parse_bracket(p); break;
    case TOKEN_CLASS: tree = parse_class(p, p->token.byte); break;
    case TOKEN_BACK: tree = parse_back(p); break;
    case TOKEN_OPEN: tree = parse_group(p, depth); break;
    case TOKEN_ANCHOR: return parse_anchor(p);
    case TOKEN_BACKSLASH: return fail(p, REG_EESCAPE);
    case TOKEN_EITHER:
    case TOKEN_END: return 0;
    default: tree = parse_stray(p);
    }
    next(p, false);
    return parse_repetition(p, tree);
}

static bool branch_ends(const struct parser *p, int depth) {
    enum token_kind k = p->token.kind;
    return k == TOKEN_EITHER || k == TOKEN_END || (k == TOKEN_CLOSE && depth > 0);
}

static int parse_branch(struct parser *p, int depth) {
    int tree = 0;
    while (!branch_ends(p, depth) && !p->error) {
        int part = parse_piece(p, depth);
        tree = append(p, tree, part);
    }
    return tree;
}

static int parse_alternatives(struct parser *p, int depth) {
    unsigned closed_before = p->closed;
    int tree = parse_branch(p, depth);
    while (p->token.kind == TOKEN_EITHER && !p->error) {
        next(p, true);
        unsigned closed = p->closed;
        p->closed = closed_before; /* groups of other alternatives cannot be referred to */
        int right = parse_branch(p, depth);
        p->closed |= closed;
        tree = make(p, TREE_EITHER, tree, right, 0);
    }
    return tree;
}

int rt_regex_parse(struct regex_source *s) {
    struct parser p = {.s = s};
    make(&p, TREE_END, 0, 0, 0); /* number 0 */
    next(&p, true);
    int tree = parse_alternatives(&p, 0);
    int end = make(&p, TREE_END, 0, 0, 0);
    if (p.error) return p.error;
    s->trees[end].sibling = 0;
    if (tree) s->trees[tree].sibling = end;
    s->root = make(&p, TREE_SEQUENCE, tree ? tree : end, end, 0);
    return p.error;
}

void rt_regex_drop(struct regex_source *s) {
    free(s->trees);
    free(s->sets);
    free(s->ranges);
}
