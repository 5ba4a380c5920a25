#include "harness/spell.h"

#include <string.h>

#include "base/str.h"
#include "front/prototype.h"

/* Around what has been said so far, from the name outwards. */
static bool declare(const struct c_type *t, struct str *inner, struct str *out);

static void wrap(struct str *inner, const char *before, const char *after) {
    struct str whole = {0};
    str_addf(&whole, "%s%s%s", before, str_text(inner), after);
    str_release(inner);
    *inner = whole;
}

static bool is_pointer_behind(const struct c_type *t) {
    while (t->kind >= C_CONST && t->kind <= C_ATOMIC) t = t->base;
    return t->kind == C_POINTER;
}

static bool declare_pointer(const struct c_type *t, struct str *inner, struct str *out) {
    const struct c_type *to = t->base;
    while (to->kind >= C_CONST && to->kind <= C_ATOMIC) to = to->base;
    if (to->kind == C_ARRAY || to->kind == C_FUNCTION) wrap(inner, "(*", ")");
    else wrap(inner, "*", "");
    return declare(t->base, inner, out);
}

static bool declare_function(const struct c_type *t, struct str *inner, struct str *out) {
    struct str list = {0};
    bool ok = true;
    for (uint32_t i = 0; i < t->parameters.len && ok; i++) {
        if (i) str_add(&list, ", ");
        ok = spell_declaration(t->parameters.data[i], "", &list);
    }
    if (t->open && t->parameters.len) str_add(&list, ", ...");
    if (!t->open && !t->parameters.len) str_add(&list, "void");
    str_addf(inner, "(%s)", str_text(&list));
    str_release(&list);
    return ok && declare(t->base, inner, out);
}

static bool declare_array(const struct c_type *t, struct str *inner, struct str *out) {
    if (t->open) str_add(inner, "[]");
    else str_addf(inner, "[%llu]", (unsigned long long)t->count);
    return declare(t->base, inner, out);
}

static bool declare_qualified(const struct c_type *t, const char *word, struct str *inner, struct str *out) {
    if (is_pointer_behind(t)) wrap(inner, word, "");
    else str_add(out, word);
    return declare(t->base, inner, out);
}

/* Names that debug information has and C does not. */
static bool is_name(const char *name) { return *name && !strstr(name, "complex") && !strstr(name, "_BitInt"); }

static bool declare_named(const char *tag, const char *name, struct str *inner, struct str *out) {
    str_addf(out, "%s%s%s%s", tag, name, inner->len ? " " : "", str_text(inner));
    return is_name(name);
}

static bool declare(const struct c_type *t, struct str *inner, struct str *out) {
    switch (t->kind) {
    case C_VOID: return declare_named("", "void", inner, out);
    case C_NUMBER:
    case C_BOOL:
    case C_TYPEDEF: return declare_named("", t->name, inner, out);
    case C_ENUM: return declare_named("enum ", t->name, inner, out);
    case C_STRUCT: return declare_named("struct ", t->name, inner, out);
    case C_UNION: return declare_named("union ", t->name, inner, out);
    case C_POINTER: return declare_pointer(t, inner, out);
    case C_ARRAY: return declare_array(t, inner, out);
    case C_FUNCTION: return declare_function(t, inner, out);
    case C_CONST: return declare_qualified(t, "const ", inner, out);
    case C_VOLATILE: return declare_qualified(t, "volatile ", inner, out);
    case C_RESTRICT: return declare_qualified(t, "__restrict ", inner, out);
    case C_ATOMIC: return declare_qualified(t, "_Atomic ", inner, out);
    case C_STRANGE: break;
    }
    return false;
}

bool spell_declaration(const struct c_type *t, const char *name, struct str *out) {
    struct str inner = {0};
    str_add(&inner, name);
    bool ok = declare(t, &inner, out);
    str_release(&inner);
    return ok;
}
