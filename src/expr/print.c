/* SMT-LIB text.
 *
 * Values of width 1 are Bool terms; where SMT-LIB wants a bit vector they are
 * wrapped in (ite t #b1 #b0), and operators that give one bit are compared with
 * #b1. A node gets a name if it is used more than once or lies too deep below
 * its user; everything else is nested. Floating point is written as its circuits:
 * SMT-LIB has no way from a float to its bits.
 */
#include "expr/print.h"

#include "base/str.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/libm.h"

enum { NEST_DEPTH = 24 };

struct printed {
    uint32_t id;
    uint32_t uses;
    uint32_t depth; /* of nested text, as far as it is not named */
    bool named;
};

struct expr_printer {
    struct expr_pool *pool;
    struct str *out;
    bool query;                /* guards and functions of math.h become variables */
    VEC(struct printed) nodes; /* operands before users; the visit value is the place here */
};

/* ---- which nodes, in which order ---------------------------------------------------- */

static struct printed *printed_at(struct expr_printer *p, uint32_t id) {
    return &p->nodes.data[expr_visit_value(p->pool, id)];
}

static void add_node(struct expr_printer *p, uint32_t id) {
    assert(!expr_visited(p->pool, id) && p->pool->nodes[id].op < EXPR_OPS);
    const struct expr_node *n = &p->pool->nodes[id];
    struct printed entry = {.id = id};
    for (int i = 0; i < 3 && n->kids[i]; i++) {
        struct printed *kid = printed_at(p, n->kids[i]);
        kid->uses++;
        if (kid->depth >= NEST_DEPTH) kid->named = true;
        if (!kid->named && kid->depth + 1 > entry.depth) entry.depth = kid->depth + 1;
    }
    entry.named = p->query && (n->op == EXPR_GUARD || n->op == EXPR_FLIBM);
    expr_visit_set(p->pool, id, p->nodes.len);
    vec_push(&p->nodes, entry);
}

static void add_nodes_below(struct expr_printer *p, uint32_t root) {
    vec_u32 stack = {0};
    vec_push(&stack, root);
    while (stack.len) {
        uint32_t id = vec_last(&stack), before = stack.len;
        if (expr_visited(p->pool, id)) {
            (void)vec_pop(&stack);
            continue;
        }
        for (int i = 2; i >= 0; i--) {
            uint32_t kid = p->pool->nodes[id].kids[i];
            if (kid && !expr_visited(p->pool, kid)) vec_push(&stack, kid);
        }
        if (stack.len == before) add_node(p, id);
    }
    vec_release(&stack);
}

static void name_shared(struct expr_printer *p) {
    for (vec_each(uint32_t, i, &p->nodes)) {
        struct printed *entry = &p->nodes.data[i];
        enum expr_op op = (enum expr_op)p->pool->nodes[entry->id].op;
        bool leaf = op == EXPR_CONST || op == EXPR_SYM || op == EXPR_ARRAY_SYM;
        if (leaf) entry->named = false;
        else if (entry->uses > 1) entry->named = true;
    }
}

static void printer_init(struct expr_printer *p, struct expr_pool *pool, struct str *out, const expr *roots,
                         uint32_t n) {
    p->pool = pool;
    p->out = out;
    expr_visit_begin(pool);
    for (uint32_t i = 0; i < n; i++) {
        assert(expr_is(roots[i]));
        add_nodes_below(p, roots[i].id);
        printed_at(p, roots[i].id)->uses++;
    }
    name_shared(p);
}

static void printer_release(struct expr_printer *p) {
    vec_release(&p->nodes);
    expr_visit_end(p->pool);
}

/* ---- terms ----------------------------------------------------------------------------- */

static void print_use(struct expr_printer *p, uint32_t id);

/* As a bit vector, also when it is a Bool term. */
static void print_bits(struct expr_printer *p, uint32_t id) {
    assert(!expr_is_array(p->pool, (expr){id}));
    expr e = {id};
    if (expr_is_const(p->pool, e)) {
        print_literal(p->pool, e, p->out);
    } else if (expr_width(p->pool, e) == 1) {
        str_add(p->out, "(ite ");
        print_use(p, id);
        str_add(p->out, " #b1 #b0)");
    } else {
        print_use(p, id);
    }
}

static void print_table(struct expr_printer *p, expr e) {
    const struct expr_table *table = expr_table_of(p->pool, e);
    for (uint32_t i = 0; i < table->count; i++) str_add(p->out, "(store ");
    str_add(p->out, "((as const ");
    print_sort(p->pool, e, p->out);
    str_add(p->out, ") ");
    print_literal_value(table->elem_width, table->rest, p->out);
    str_add_char(p->out, ')');
    for (uint32_t i = 0; i < table->count; i++) {
        str_add_char(p->out, ' ');
        print_literal_value(table->index_width, i, p->out);
        str_add_char(p->out, ' ');
        print_literal_value(table->elem_width, table->elems[i], p->out);
        str_add_char(p->out, ')');
    }
}

/* Operators whose operands and result keep their sorts. */
static void print_natural(struct expr_printer *p, const struct expr_node *n, const char *name) {
    str_addf(p->out, "(%s", name);
    for (int i = 0; i < 3 && n->kids[i]; i++) {
        str_add_char(p->out, ' ');
        print_use(p, n->kids[i]);
    }
    str_add_char(p->out, ')');
}

static void print_head(struct expr_printer *p, const struct expr_node *n) {
    enum expr_op op = (enum expr_op)n->op;
    if (op == EXPR_EXTRACT) {
        uint32_t low = (uint32_t)n->aux;
        str_addf(p->out, "((_ extract %u %u)", low + n->width - 1, low);
    } else if (op == EXPR_ZEXT || op == EXPR_SEXT) {
        uint32_t more = n->width - expr_width(p->pool, (expr){n->kids[0]});
        str_addf(p->out, "((_ %s %u)", op_smt_name(op), more);
    } else {
        str_addf(p->out, "(%s", op_smt_name(op));
    }
}

/* Operators over bit vectors: Bool operands are wrapped, a result of one bit is
 * compared with #b1 unless the operator is a predicate. */
static void print_over_bits(struct expr_printer *p, const struct expr_node *n) {
    bool predicate = n->op >= EXPR_ULT && n->op <= EXPR_SLE;
    bool compare = n->width == 1 && !predicate;
    if (compare) str_add(p->out, "(= ");
    print_head(p, n);
    for (int i = 0; i < 3 && n->kids[i]; i++) {
        str_add_char(p->out, ' ');
        if (expr_is_array(p->pool, (expr){n->kids[i]})) print_use(p, n->kids[i]);
        else print_bits(p, n->kids[i]);
    }
    str_add_char(p->out, ')');
    if (compare) str_add(p->out, " #b1)");
}

static void print_body(struct expr_printer *p, uint32_t id) {
    expr e = {id};
    struct expr_node n = p->pool->nodes[id];
    bool one = n.width == 1;
    switch ((enum expr_op)n.op) {
    case EXPR_CONST:
        if (one) str_add(p->out, n.aux ? "true" : "false");
        else print_literal(p->pool, e, p->out);
        break;
    case EXPR_SYM:
    case EXPR_ARRAY_SYM: expr_print_symbol(p->pool, expr_symbol(p->pool, e), p->out); break;
    case EXPR_ARRAY_CONST: print_table(p, e); break;
    case EXPR_NOT: print_natural(p, &n, one ? "not" : "bvnot"); break;
    case EXPR_AND: print_natural(p, &n, one ? "and" : "bvand"); break;
    case EXPR_OR: print_natural(p, &n, one ? "or" : "bvor"); break;
    case EXPR_XOR: print_natural(p, &n, one ? "xor" : "bvxor"); break;
    case EXPR_EQ:
    case EXPR_ITE: print_natural(p, &n, op_smt_name((enum expr_op)n.op)); break;
    case EXPR_GUARD: print_use(p, n.kids[1]); break;
    default: print_over_bits(p, &n); break;
    }
}

static void print_use(struct expr_printer *p, uint32_t id) {
    if (printed_at(p, id)->named) str_addf(p->out, "$n%u", id);
    else print_body(p, id);
}

/* ---- interface ------------------------------------------------------------------------- */

void expr_print(struct expr_pool *pool, expr e, struct str *out) {
    struct expr_printer p = {0};
    uint32_t lets = 0;
    e = float_lowered(pool, e);
    printer_init(&p, pool, out, &e, 1);
    for (vec_each(uint32_t, i, &p.nodes)) {
        if (!p.nodes.data[i].named) continue;
        str_addf(out, "(let (($n%u ", p.nodes.data[i].id);
        print_body(&p, p.nodes.data[i].id);
        str_add(out, ")) ");
        lets++;
    }
    print_use(&p, e.id);
    while (lets--) str_add_char(out, ')');
    printer_release(&p);
}

static bool has_arrays(const struct expr_printer *p) {
    for (vec_each(uint32_t, i, &p->nodes))
        if (expr_is_array(p->pool, (expr){p->nodes.data[i].id})) return true;
    return false;
}

/* guard(d, e) is any value that equals e where d holds. */
static void declare_guard(struct expr_printer *p, uint32_t id) {
    const struct expr_node *n = &p->pool->nodes[id];
    str_addf(p->out, "(declare-fun $n%u () ", id);
    print_sort(p->pool, (expr){id}, p->out);
    str_add(p->out, ")\n(assert (=> ");
    print_use(p, n->kids[0]);
    str_addf(p->out, " (= $n%u ", id);
    print_use(p, n->kids[1]);
    str_add(p->out, ")))\n");
}

static void declare_node(struct expr_printer *p, const struct printed *entry) {
    expr e = {entry->id};
    enum expr_op op = expr_op(p->pool, e);
    if (op == EXPR_SYM || op == EXPR_ARRAY_SYM) {
        str_add(p->out, "(declare-fun ");
        expr_print_symbol(p->pool, expr_symbol(p->pool, e), p->out);
        str_add(p->out, " () ");
        print_sort(p->pool, e, p->out);
        str_add(p->out, ")\n");
    } else if (op == EXPR_FLIBM) { /* any value: SMT-LIB has no such functions */
        str_addf(p->out, "(declare-fun $n%u () ", entry->id);
        print_sort(p->pool, e, p->out);
        str_addf(p->out, ") ; %s\n", libm_name(libm_of_aux(expr_node(p->pool, e)->aux)));
    } else if (op == EXPR_GUARD) {
        declare_guard(p, entry->id);
    } else if (entry->named) {
        str_addf(p->out, "(define-fun $n%u () ", entry->id);
        print_sort(p->pool, e, p->out);
        str_add_char(p->out, ' ');
        print_body(p, entry->id);
        str_add(p->out, ")\n");
    }
}

void expr_print_query(struct expr_pool *pool, const expr *constraints, uint32_t n, struct str *out) {
    struct expr_printer p = {.query = true};
    VEC(expr) lowered = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&lowered, float_lowered(pool, constraints[i]));
    constraints = lowered.data;
    printer_init(&p, pool, out, constraints, n);
    str_addf(out, "(set-logic %s)\n", has_arrays(&p) ? "QF_ABV" : "QF_BV");
    for (vec_each(uint32_t, i, &p.nodes)) declare_node(&p, &p.nodes.data[i]);
    for (uint32_t i = 0; i < n; i++) {
        assert(expr_width(pool, constraints[i]) == 1);
        str_add(out, "(assert ");
        print_use(&p, constraints[i].id);
        str_add(out, ")\n");
    }
    str_add(out, "(check-sat)\n");
    printer_release(&p);
    vec_release(&lowered);
}
