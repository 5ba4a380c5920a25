/* Sorts: Bool, (_ BitVec n), (Array index element), those of floats.c, and names defined for them. */
#include <stdlib.h>
#include <string.h>

#include "expr/arith.h"
#include "solver/smtlib/apply.h"
#include "solver/smtlib/script.h"

bool sort_same(struct sort a, struct sort b) {
    return a.kind == b.kind && a.width == b.width && a.index_width == b.index_width && a.elem_width == b.elem_width;
}

static void print_part(uint32_t width, struct str *out) {
    if (width) str_addf(out, "(_ BitVec %u)", width);
    else str_add(out, "Bool");
}

void sort_print(struct sort sort, struct str *out) {
    if (sort.kind == SORT_FLOAT || sort.kind == SORT_ROUNDING) {
        script_print_float_sort(sort, out);
        return;
    }
    if (sort.kind != SORT_ARRAY) {
        print_part(sort.kind == SORT_BOOL ? 0 : sort.width, out);
        return;
    }
    str_add(out, "(Array ");
    print_part(sort.index_width, out);
    str_add(out, " ");
    print_part(sort.elem_width, out);
    str_add(out, ")");
}

static bool vector_sort(struct script *sc, const struct sexpr *e, struct sort *sort) {
    const struct sexpr *width = e->first->next->next;
    if (e->kids != 3 || width->kind != SEXPR_NUMERAL) return script_fail(sc, e, "a bit vector sort is (_ BitVec n)");
    unsigned long n = strlen(width->text) > 9 ? 1000000000 : strtoul(width->text, NULL, 10);
    if (!n) return script_fail(sc, width, "a bit vector has at least one bit");
    if (n > EXPR_MAX_WIDTH)
        return script_fail(sc, width, "bit vectors of more than %d bits are not supported", EXPR_MAX_WIDTH);
    *sort = (struct sort){.kind = SORT_VECTOR, .width = (uint32_t)n};
    return true;
}

/* The width of an index or element: 0 for Bool. Arrays in arrays are for Z3. */
static bool part_width(struct script *sc, const struct sexpr *e, uint32_t *width) {
    if (e->kind == SEXPR_LIST && sexpr_is(e->first, "Array")) return script_beyond(sc, e, "an array of arrays");
    struct sort part;
    if (!script_sort(sc, e, &part)) return false;
    if (part.kind == SORT_ARRAY) return script_beyond(sc, e, "an array of arrays");
    if (part.kind == SORT_FLOAT || part.kind == SORT_ROUNDING) return script_beyond(sc, e, "an array of floats");
    if (part.kind == SORT_VECTOR && part.width > 64)
        return script_beyond(sc, e, "an array with indexes or elements of more than 64 bits");
    *width = part.kind == SORT_BOOL ? 0 : part.width;
    return true;
}

static bool array_sort(struct script *sc, const struct sexpr *e, struct sort *sort) {
    if (e->kids != 3) return script_fail(sc, e, "an array sort is (Array index element)");
    *sort = (struct sort){.kind = SORT_ARRAY};
    return part_width(sc, e->first->next, &sort->index_width) &&
           part_width(sc, e->first->next->next, &sort->elem_width);
}

bool script_sort(struct script *sc, const struct sexpr *e, struct sort *sort) {
    if (sexpr_is(e, "Bool")) {
        *sort = (struct sort){.kind = SORT_BOOL};
        return true;
    }
    if (e->kind == SEXPR_SYMBOL) {
        const struct binding *b = script_find(sc, e->text);
        if (!b && script_is_float(e)) return script_float_sort(sc, e, sort);
        if (!b || b->kind != BIND_SORT) return script_fail(sc, e, "unknown sort '%s'", e->text);
        *sort = b->sort;
        return true;
    }
    if (e->kind == SEXPR_LIST && e->kids >= 2) {
        if (sexpr_is(e->first, "_") && sexpr_is(e->first->next, "BitVec")) return vector_sort(sc, e, sort);
        if (sexpr_is(e->first, "_") && script_is_float(e->first->next)) return script_float_sort(sc, e, sort);
        if (sexpr_is(e->first, "Array")) return array_sort(sc, e, sort);
    }
    return script_fail(sc, e, "not a sort of bit vectors and arrays");
}

expr script_symbol(struct script *sc, struct sort sort, const char *name) {
    if (sort.kind == SORT_ARRAY)
        return expr_array_sym(sc->pool, sort.index_width ? sort.index_width : 1, sort.elem_width ? sort.elem_width : 1,
                              name);
    return expr_sym(sc->pool, sort.kind == SORT_BOOL ? 1 : sort.width, name);
}
