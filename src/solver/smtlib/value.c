/* Values and models as SMT-LIB text. */
#include <ctype.h>
#include <string.h>

#include "solver/smtlib/apply.h"
#include "solver/smtlib/script.h"

static bool is_simple(const char *name) {
    if (!*name || isdigit((unsigned char)*name)) return false;
    for (const char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("~!@$%^&*_-+=<>.?/", *p)) return false;
    return true;
}

void smtlib_print_name(const char *name, struct str *out) {
    if (is_simple(name)) str_add(out, name);
    else str_addf(out, "|%s|", name);
}

static void print_words(const uint64_t *words, uint32_t width, struct str *out) {
    uint32_t bits = width % 4 ? 1 : 4;
    str_add(out, bits == 4 ? "#x" : "#b");
    for (uint32_t at = width; at > 0; at -= bits) {
        uint64_t digit = words[(at - bits) / 64] >> (at - bits) % 64 & ((1u << bits) - 1);
        str_add_char(out, "0123456789abcdef"[digit]);
    }
}

/* width 0: a Bool. */
static void print_word(uint64_t value, uint32_t width, struct str *out) {
    if (width) print_words(&value, width, out);
    else str_add(out, value ? "true" : "false");
}

struct element {
    uint64_t index, value;
};

typedef VEC(struct element) vec_element;

static void set_element(vec_element *list, uint64_t index, uint64_t value) {
    for (vec_each(uint32_t, i, list))
        if (list->data[i].index == index) {
            list->data[i].value = value;
            return;
        }
    vec_push(list, (struct element){index, value});
}

static void add_table(struct script *sc, expr array, vec_element *list, uint64_t *rest) {
    uint32_t count;
    const uint64_t *table = expr_table(sc->pool, array, &count, rest);
    for (uint32_t i = 0; i < count; i++) vec_push(list, (struct element){i, table[i]});
}

static void add_unknown(struct script *sc, expr array, struct model *m, vec_element *list, uint64_t *rest) {
    symbol s = expr_symbol(sc->pool, array);
    *rest = model_get_rest(m, s);
    uint64_t index, value;
    for (uint32_t cursor = 0; model_next_elem(m, s, &cursor, &index, &value);)
        vec_push(list, (struct element){index, value});
}

/* The elements of an array term that differ from *rest, as far as they are known
 * to: stores are gone through from the innermost one. */
static void array_elements(struct script *sc, expr array, struct model *m, vec_element *list, uint64_t *rest) {
    VEC(expr) stores = {0};
    for (;;) {
        enum expr_op op = expr_op(sc->pool, array);
        if (op == EXPR_STORE) {
            vec_push(&stores, array);
            array = expr_kid(sc->pool, array, 0);
        } else if (op == EXPR_ITE) {
            bool then = model_holds(m, sc->pool, expr_kid(sc->pool, array, 0));
            array = expr_kid(sc->pool, array, then ? 1 : 2);
        } else break;
    }
    if (expr_op(sc->pool, array) == EXPR_ARRAY_SYM) add_unknown(sc, array, m, list, rest);
    else add_table(sc, array, list, rest);
    while (stores.len) {
        expr store = vec_pop(&stores);
        uint64_t index = model_eval(m, sc->pool, expr_kid(sc->pool, store, 1));
        set_element(list, index, model_eval(m, sc->pool, expr_kid(sc->pool, store, 2)));
    }
    vec_release(&stores);
}

static void print_array(struct script *sc, struct sorted_term t, struct model *m, struct str *out) {
    vec_element list = {0};
    uint64_t rest;
    array_elements(sc, t.e, m, &list, &rest);
    for (vec_each(uint32_t, i, &list)) str_add(out, "(store ");
    str_add(out, "((as const ");
    sort_print(t.sort, out);
    str_add(out, ") ");
    print_word(rest, t.sort.elem_width, out);
    str_add(out, ")");
    for (vec_each(uint32_t, i, &list)) {
        str_add(out, " ");
        print_word(list.data[i].index, t.sort.index_width, out);
        str_add(out, " ");
        print_word(list.data[i].value, t.sort.elem_width, out);
        str_add(out, ")");
    }
    vec_release(&list);
}

void script_print_value(struct script *sc, struct sorted_term t, struct model *m, struct str *out) {
    if (t.sort.kind == SORT_ARRAY) print_array(sc, t, m, out);
    else if (t.sort.kind == SORT_BOOL) print_word(model_eval(m, sc->pool, t.e), 0, out);
    else {
        uint64_t words[EXPR_MAX_WIDTH / 64] = {0};
        model_eval_wide(m, sc->pool, t.e, words);
        if (t.sort.kind == SORT_VECTOR) print_words(words, t.sort.width, out);
        else script_print_float(t.sort, words, out);
    }
}

void script_print_model(struct script *sc) {
    struct str text = {0};
    str_add(&text, "(\n");
    for (vec_each(uint32_t, i, &sc->bindings)) {
        const struct binding *b = &sc->bindings.data[i];
        if (b->kind != BIND_DECLARED) continue;
        str_add(&text, "  (define-fun ");
        smtlib_print_name(b->name, &text);
        str_add(&text, " () ");
        sort_print(b->term.sort, &text);
        str_add(&text, " ");
        script_print_value(sc, b->term, sc->model, &text);
        str_add(&text, ")\n");
    }
    str_add(&text, ")\n");
    fputs(str_text(&text), sc->out);
    str_release(&text);
}
