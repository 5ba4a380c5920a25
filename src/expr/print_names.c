
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "expr/print.h"

const char *op_smt_name(enum expr_op op) {
    static const char *const names[] = {
#define OP(name, arity, smt, comm) smt,
#include "expr/ops.def"
#undef OP
    };
    assert(op < EXPR_OPS);
    return names[op];
}

static void print_words(uint32_t width, const uint64_t *words, struct str *out) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    bool hex = width % 4 == 0;
    uint32_t step = hex ? 4 : 1;
    str_add(out, hex ? "#x" : "#b");
    for (uint32_t at = width; at; at -= step) {
        uint64_t digit = words[(at - step) / 64] >> ((at - step) % 64);
        str_add_char(out, "0123456789abcdef"[digit & (hex ? 15 : 1)]);
    }
}

void print_literal(const struct expr_pool *pool, expr e, struct str *out) {
    print_words(expr_width(pool, e), expr_const_words(pool, e), out);
}

void print_literal_value(uint32_t width, uint64_t value, struct str *out) { print_words(width, &value, out); }

static void print_bits_sort(uint32_t width, struct str *out) { str_addf(out, "(_ BitVec %u)", width); }

void print_sort(const struct expr_pool *pool, expr e, struct str *out) {
    uint32_t width = expr_width(pool, e);
    if (width == 1) {
        str_add(out, "Bool");
    } else if (width) {
        print_bits_sort(width, out);
    } else {
        str_add(out, "(Array ");
        print_bits_sort(expr_index_width(pool, e), out);
        str_add_char(out, ' ');
        print_bits_sort(expr_elem_width(pool, e), out);
        str_add_char(out, ')');
    }
}

/* ---- names of symbols ------------------------------------------------------------ */

/* Words that mean something in SMT-LIB's core, bit vectors and arrays, beside
 * those that start with "bv". */
static bool is_reserved(const char *name) {
    static const char *const words[] = {"and",         "or",           "not",    "xor",     "ite",    "distinct",
                                        "true",        "false",        "let",    "forall",  "exists", "match",
                                        "par",         "as",           "select", "store",   "concat", "extract",
                                        "zero_extend", "sign_extend",  "repeat", "Bool",    "BitVec", "Array",
                                        "rotate_left", "rotate_right", "const",  "assert",  "Int",    "Real",
                                        "abs",         "div",          "mod",    "is",      "map",    "_",
                                        "String",      "RegLan",       "iff",    "implies", "if",     "default"};
    if (str_starts(name, "bv")) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0) return true;
    return false;
}

static bool is_plain_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

static bool is_plain(const char *name) {
    if (!*name || isdigit((unsigned char)*name) || is_reserved(name)) return false;
    while (is_plain_char(*name)) name++;
    return !*name;
}

static bool is_quotable(char c) { return isprint((unsigned char)c) && c != '|' && c != '\\' && c != '!'; }

/* A plain name that no earlier symbol has is used as it is. All others end in
 * "!number", which no plain name does, so no two print alike. */
void expr_print_symbol(struct expr_pool *pool, symbol s, struct str *out) {
    const char *name = expr_symbol_name(pool, s);
    if (is_plain(name)) {
        str_add(out, name);
        if (!pool->symbols.data[s.id].named_first) str_addf(out, "!%u", s.id);
        return;
    }
    str_add_char(out, '|');
    for (; *name; name++) str_add_char(out, is_quotable(*name) ? *name : '_');
    str_addf(out, "!%u|", s.id);
}
