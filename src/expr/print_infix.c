/* Text for people. */
#include "expr/float_value.h"
#include "expr/print.h"

#include <stdio.h>

#include "base/str.h"
#include "expr/float.h"
#include "expr/libm.h"

enum { INFIX_DEPTH = 100 };

struct infix {
    struct expr_pool *pool;
    struct str *out;
    size_t end; /* text is cut about here */
};

static void infix_operand(struct infix *p, uint32_t id, int depth);
static void infix_inside(struct infix *p, uint32_t id, int depth);

static const char *infix_sign(enum expr_op op) {
    switch (op) {
    case EXPR_ADD: return "+";
    case EXPR_MUL: return "*";
    case EXPR_UDIV: return "/";
    case EXPR_SDIV: return "/s";
    case EXPR_UREM: return "%";
    case EXPR_SREM: return "%s";
    case EXPR_AND: return "&";
    case EXPR_OR: return "|";
    case EXPR_XOR: return "^";
    case EXPR_SHL: return "<<";
    case EXPR_LSHR: return ">>";
    case EXPR_ASHR: return ">>s";
    case EXPR_EQ: return "==";
    case EXPR_ULT: return "<";
    case EXPR_ULE: return "<=";
    case EXPR_SLT: return "<s";
    case EXPR_SLE: return "<=s";
    case EXPR_CONCAT: return "++";
    default: return NULL;
    }
}

/* Small numbers of either sign in decimal, others as bits. */
static void infix_const(struct infix *p, expr e) {
    uint32_t width = expr_width(p->pool, e);
    if (width <= 64) {
        uint64_t value = expr_value(p->pool, e);
        int64_t number = bv_signed(value, width);
        if (width == 1) str_add(p->out, value ? "true" : "false");
        else if (number > -4096 && number < 0 && width >= 16) str_addf(p->out, "%lld", (long long)number);
        else if (value < 65536) str_addf(p->out, "%llu", (unsigned long long)value);
        else str_addf(p->out, "0x%llx", (unsigned long long)value);
        return;
    }
    print_literal(p->pool, e, p->out);
}

/* a + -b and a + -3 are written as differences. */
static void infix_sum(struct infix *p, const struct expr_node *n, int depth) {
    expr right = {n->kids[1]};
    uint32_t width = n->width;
    infix_operand(p, n->kids[0], depth);
    if (expr_op(p->pool, right) == EXPR_NEG) {
        str_add(p->out, " - ");
        infix_operand(p, expr_kid(p->pool, right, 0).id, depth);
    } else if (expr_is_const(p->pool, right) && width <= 64 && bv_signed(expr_value(p->pool, right), width) < 0) {
        uint64_t size = (0 - expr_value(p->pool, right)) & bv_mask(width);
        str_addf(p->out, " - %llu", (unsigned long long)size);
    } else {
        str_add(p->out, " + ");
        infix_operand(p, right.id, depth);
    }
}

static void infix_call(struct infix *p, const char *name, const struct expr_node *n, int depth) {
    str_addf(p->out, "%s(", name);
    for (int i = 0; i < 3 && n->kids[i]; i++) {
        if (i) str_add(p->out, ", ");
        infix_inside(p, n->kids[i], depth);
    }
    str_add_char(p->out, ')');
}

static void infix_slice(struct infix *p, const struct expr_node *n, int depth) {
    uint32_t low = (uint32_t)n->aux;
    infix_operand(p, n->kids[0], depth);
    if (n->width == 1) str_addf(p->out, "[%u]", low);
    else str_addf(p->out, "[%u:%u]", low + n->width - 1, low);
}

static void infix_ite(struct infix *p, const struct expr_node *n, int depth) {
    infix_operand(p, n->kids[0], depth);
    str_add(p->out, " ? ");
    infix_operand(p, n->kids[1], depth);
    str_add(p->out, " : ");
    infix_operand(p, n->kids[2], depth);
}

static void infix_not(struct infix *p, const struct expr_node *n, int depth) {
    expr a = {n->kids[0]};
    if (expr_op(p->pool, a) == EXPR_EQ) {
        infix_operand(p, expr_kid(p->pool, a, 0).id, depth);
        str_add(p->out, " != ");
        infix_operand(p, expr_kid(p->pool, a, 1).id, depth);
        return;
    }
    str_add_char(p->out, n->width == 1 ? '!' : '~');
    infix_operand(p, a.id, depth);
}

static void infix_array(struct infix *p, const struct expr_node *n, int depth) {
    infix_operand(p, n->kids[0], depth);
    str_add(p->out, n->op == EXPR_READ ? "[" : "{");
    infix_inside(p, n->kids[1], depth);
    if (n->op == EXPR_STORE) {
        str_add(p->out, ": ");
        infix_inside(p, n->kids[2], depth);
    }
    str_add(p->out, n->op == EXPR_READ ? "]" : "}");
}

/* Comparisons and divisions with sign show their constants with sign. */
static void infix_binary(struct infix *p, const struct expr_node *n, int depth) {
    bool is_signed = n->op == EXPR_SLT || n->op == EXPR_SLE || n->op == EXPR_SDIV || n->op == EXPR_SREM;
    for (int i = 0; i < 2; i++) {
        expr kid = {n->kids[i]};
        if (i) str_addf(p->out, " %s ", infix_sign((enum expr_op)n->op));
        if (is_signed && expr_is_const(p->pool, kid) && expr_width(p->pool, kid) <= 64)
            str_addf(p->out, "%lld", (long long)bv_signed(expr_value(p->pool, kid), expr_width(p->pool, kid)));
        else infix_operand(p, kid.id, depth);
    }
}

static void infix_body(struct infix *p, uint32_t id, int depth) {
    struct expr_node n = p->pool->nodes[id];
    char name[24];
    if (float_op((enum expr_op)n.op)) {
        infix_call(p, n.op == EXPR_FLIBM ? libm_name(libm_of_aux(n.aux)) : op_smt_name((enum expr_op)n.op), &n, depth);
        return;
    }
    switch ((enum expr_op)n.op) {
    case EXPR_CONST: infix_const(p, (expr){id}); break;
    case EXPR_SYM:
    case EXPR_ARRAY_SYM: str_add(p->out, expr_symbol_name(p->pool, (symbol){(uint32_t)n.aux})); break;
    case EXPR_ARRAY_CONST: str_addf(p->out, "table%u", (uint32_t)n.aux); break;
    case EXPR_NOT: infix_not(p, &n, depth); break;
    case EXPR_NEG:
        str_add_char(p->out, '-');
        infix_operand(p, n.kids[0], depth);
        break;
    case EXPR_ADD: infix_sum(p, &n, depth); break;
    case EXPR_EXTRACT: infix_slice(p, &n, depth); break;
    case EXPR_ZEXT:
    case EXPR_SEXT:
        snprintf(name, sizeof name, "%s%u", n.op == EXPR_ZEXT ? "zext" : "sext", n.width);
        infix_call(p, name, &n, depth);
        break;
    case EXPR_ITE: infix_ite(p, &n, depth); break;
    case EXPR_READ:
    case EXPR_STORE: infix_array(p, &n, depth); break;
    case EXPR_GUARD: infix_call(p, "guard", &n, depth); break;
    default: infix_binary(p, &n, depth);
    }
}

static bool needs_parentheses(const struct expr_pool *pool, uint32_t id) {
    enum expr_op op = (enum expr_op)pool->nodes[id].op;
    expr e = {id};
    return infix_sign(op) || op == EXPR_ITE || (op == EXPR_NOT && expr_op(pool, expr_kid(pool, e, 0)) == EXPR_EQ);
}

/* Between brackets or commas: never in parentheses. */
static void infix_inside(struct infix *p, uint32_t id, int depth) {
    if (p->out->len < p->end && depth < INFIX_DEPTH) {
        infix_body(p, id, depth + 1);
    } else if (!p->out->len || !str_ends(str_text(p->out), "...")) {
        str_add(p->out, "...");
    }
}

static void infix_operand(struct infix *p, uint32_t id, int depth) {
    bool wrap = needs_parentheses(p->pool, id) && p->out->len < p->end;
    if (wrap) str_add_char(p->out, '(');
    infix_inside(p, id, depth);
    if (wrap) str_add_char(p->out, ')');
}

void expr_print_infix(struct expr_pool *pool, expr e, size_t most, struct str *out) {
    struct infix p = {pool, out, out->len + most};
    infix_body(&p, e.id, 0);
}
