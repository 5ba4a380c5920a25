/* Values of any type, as inputs. */
#include <string.h>

#include "base/context.h"
#include "harness/inside.h"
#include "harness/spell.h"

enum { MOST_ELEMENTS = 64 /* of an array that are written one by one */ };

static bool members_are_raw(const struct c_type *t) {
    for (uint32_t i = 0; i < t->members.len; i++)
        if (!is_raw(t->members.data[i].type)) return false;
    return true;
}

bool is_constant(const struct harness_place *p) { return p->constant || c_has(p->type, C_CONST); }

bool is_raw(struct c_type *t) {
    t = c_plain(t);
    switch (t->kind) {
    case C_NUMBER:
    case C_ENUM: return true;
    case C_ARRAY: return is_raw(t->base);
    case C_STRUCT:
    case C_UNION: return members_are_raw(t);
    default: return false;
    }
}

/* What reports call the type of an input: one that has this size everywhere. */
static const char *type_name(struct harness_writer *w, struct c_type *t) {
    t = c_plain(t);
    if (t->kind == C_ENUM) return t->size == 4 ? "int" : NULL;
    if (t->size == 4 && strstr(t->name, "long")) return strstr(t->name, "unsigned") ? "unsigned int" : "int";
    return t->kind == C_NUMBER || t->kind == C_BOOL ? write_text(w, "%s", t->name) : NULL;
}

/* Names outlive the prototype. */
static void note_input(struct harness_writer *w, const char *name, const char *type) {
    vec_push(&w->h->inputs, (struct harness_input){write_text(w, "%s", name), write_text(w, "%s", type)});
}

/* The innermost element of an array, and how many there are of it. */
static struct c_type *innermost(struct c_type *t, uint64_t *count) {
    for (t = c_plain(t); t->kind == C_ARRAY; t = c_plain(t->base)) *count *= t->count;
    return t;
}

void write_bytes(struct harness_writer *w, const char *address, const char *n, const char *name, struct c_type *type,
                 uint64_t count) {
    struct c_type *element = innermost(type, &count);
    const char *word = type_name(w, element);
    write_line(w, "klee_make_symbolic((void *)%s, %s, \"%s\");", address, n, name);
    if (word && count != 1) word = write_text(w, "%s[]", word);
    if (word) note_input(w, name, word);
}

static void write_number(struct harness_writer *w, const struct harness_place *p) {
    write_bytes(w, write_text(w, "&%s", p->path), write_text(w, "sizeof %s", p->path), p->path, p->type, 1);
}

static void write_bool(struct harness_writer *w, const struct harness_place *p) {
    write_number(w, p);
    write_line(w, "klee_assume(*(unsigned char *)&%s <= 1);", p->path);
}

/* ---- arrays ------------------------------------------------------------------------------------------ */

const char *element_path(struct harness_writer *w, const char *path, uint64_t i) {
    return write_text(w, path[0] == '*' ? "(%s)[%llu]" : "%s[%llu]", path, (unsigned long long)i);
}

static void write_elements(struct harness_writer *w, const struct harness_place *p, struct c_type *array, uint64_t n) {
    for (uint64_t i = 0; i < n && !w->too_long; i++) {
        struct harness_place element = {
            element_path(w, p->path, i), array->base, p->level, false, 0, is_constant(p), false};
        write_value(w, &element);
    }
}

static void write_bools(struct harness_writer *w, const struct harness_place *p, uint64_t count) {
    write_bytes(w, write_text(w, "&%s", p->path), write_text(w, "sizeof %s", p->path), p->path, p->type, 1);
    write_open(w, "for (unsigned long harness_i = 0; harness_i < %llu; harness_i++)", (unsigned long long)count);
    write_line(w, "klee_assume(((unsigned char *)&%s)[harness_i] <= 1);", p->path);
    w->indent--;
}

static void write_array(struct harness_writer *w, const struct harness_place *p) {
    struct c_type *t = c_plain(p->type);
    uint64_t count = 1;
    struct c_type *element = innermost(t, &count);
    if (t->open || !count) return;
    if (is_raw(t)) {
        write_number(w, p);
    } else if (element->kind == C_BOOL) {
        write_bools(w, p, count);
    } else if (t->count <= MOST_ELEMENTS) {
        write_elements(w, p, t, t->count);
    } else {
        write_line(w, "__builtin_memset((void *)&%s, 0, sizeof %s);", p->path, p->path);
        write_elements(w, p, t, MOST_ELEMENTS);
        write_assumption(w, "'%s' is zero from element %d on", p->path, MOST_ELEMENTS);
    }
}

/* ---- structures -------------------------------------------------------------------------------------- */

static const char *member_path(struct harness_writer *w, const char *path, const char *member) {
    if (path[0] != '*') return write_text(w, "%s.%s", path, member);
    return write_text(w, path[1] == '*' ? "(%s)->%s" : "%s->%s", path + 1, member);
}

/* A bit-field has no address. */
static void write_bit_field(struct harness_writer *w, const struct harness_place *p) {
    struct c_type *t = c_plain(p->type);
    const char *type = t->kind == C_ENUM ? "unsigned int" : t->name;
    if (is_constant(p)) return; /* is part of a whole (write_struct) */
    write_open(w, "{");
    write_line(w, "%s value;", type);
    write_line(w, "klee_make_symbolic(&value, sizeof value, \"%s\");", p->path);
    if (t->kind == C_BOOL) write_line(w, "klee_assume(*(unsigned char *)&value <= 1);");
    write_line(w, "%s = value;", p->path);
    write_line(w, "klee_assume(%s == value);", p->path); /* it fits */
    write_close(w, "}");
    if (t->kind != C_ENUM) note_input(w, p->path, type);
}

static void write_member(struct harness_writer *w, const struct harness_place *of, const struct c_member *m) {
    if (m->bit_field && !*m->name) return;
    /* Members of an anonymous structure belong to the one around it. */
    struct harness_place p = {*m->name ? member_path(w, of->path, m->name) : of->path,
                              m->type,
                              of->level,
                              false,
                              0,
                              is_constant(of),
                              !*m->name};
    if (m->bit_field) write_bit_field(w, &p);
    else write_value(w, &p);
}

static bool has_constant_bits(struct c_type *t, bool constant) {
    t = c_plain(t);
    for (uint32_t i = 0; i < t->members.len; i++) {
        const struct c_member *m = &t->members.data[i];
        bool also = constant || c_has(m->type, C_CONST);
        if (m->bit_field ? also && *m->name : !*m->name && has_constant_bits(m->type, also)) return true;
    }
    return false;
}

/* Bit-fields that cannot be assigned to have neither name nor address: they are bytes of the whole. */
static void write_struct(struct harness_writer *w, const struct harness_place *p) {
    const struct c_type *t = c_plain(p->type);
    if (!p->anonymous && has_constant_bits(p->type, is_constant(p)))
        write_line(w, "klee_make_symbolic((void *)&%s, sizeof %s, \"%s\");", p->path, p->path, p->path);
    for (uint32_t i = 0; i < t->members.len && !w->too_long; i++) write_member(w, p, &t->members.data[i]);
}

static const struct c_member *largest(const struct c_type *t) {
    const struct c_member *found = NULL;
    for (uint32_t i = 0; i < t->members.len; i++) {
        const struct c_member *m = &t->members.data[i];
        if (*m->name && !m->bit_field && (!found || c_plain(m->type)->size >= c_plain(found->type)->size)) found = m;
    }
    return found;
}

/* Any of its members has a value; which one is an input. */
static void write_choice(struct harness_writer *w, const struct harness_place *p, const struct c_type *t) {
    write_open(w, "switch (klee_range(0, %u, \"member of %s\")) {", t->members.len, p->path);
    for (uint32_t i = 0; i < t->members.len && !w->too_long; i++) {
        write_open(w, i + 1 < t->members.len ? "case %u:" : "default:", i);
        write_member(w, p, &t->members.data[i]);
        write_line(w, "break;");
        w->indent--;
    }
    write_close(w, "}");
}

static void write_union(struct harness_writer *w, const struct harness_place *p) {
    const struct c_type *t = c_plain(p->type);
    const struct c_member *m = largest(t);
    if (!t->members.len) return;
    if (!is_raw(p->type) || !m) {
        write_choice(w, p, t);
        return;
    }
    const char *path = member_path(w, p->path, m->name); /* an anonymous one has no name of its own */
    write_bytes(w, write_text(w, "&%s", path), write_text(w, "sizeof %s", path), path, m->type, 1);
}

void write_value(struct harness_writer *w, const struct harness_place *p) {
    if (w->too_long) return;
    switch (c_plain(p->type)->kind) {
    case C_NUMBER:
    case C_ENUM: write_number(w, p); return;
    case C_BOOL: write_bool(w, p); return;
    case C_ARRAY: write_array(w, p); return;
    case C_STRUCT: write_struct(w, p); return;
    case C_UNION: write_union(w, p); return;
    case C_POINTER: write_pointer(w, p); return;
    default: break;
    }
    if (!w->error->len) str_addf(w->error, "'%s' has a type that is not supported", p->path);
}
