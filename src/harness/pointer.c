/* Pointers: to nothing, to fresh objects, to functions. */
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "harness/inside.h"
#include "harness/spell.h"

enum { ELEMENTS = 8, MOST_SIZE = 1 << 20 };

/* ---- --sym-size -------------------------------------------------------------------------------------- */

static bool read_number(const char *text, uint64_t *n) {
    char *end;
    *n = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && *n >= 1 && *n <= MOST_SIZE;
}

uint64_t most_elements(const struct harness_writer *w) {
    uint64_t most = ELEMENTS, n;
    for (uint32_t i = 0; i < w->wish->opt->sym_size.len; i++)
        if (read_number(w->wish->opt->sym_size.data[i], &n)) most = n;
    return most;
}

/* What --sym-size says of this pointer; NULL: nothing. */
static const char *wish_for(struct harness_writer *w, const char *path) {
    const option_list *sizes = &w->wish->opt->sym_size;
    const char *found = NULL;
    size_t len = strlen(path);
    for (uint32_t i = 0; i < sizes->len; i++) {
        const char *equal = strrchr(sizes->data[i], '=');
        if (!equal || (size_t)(equal - sizes->data[i]) != len || memcmp(sizes->data[i], path, len) != 0) continue;
        w->used.data[i] = true;
        found = equal + 1;
    }
    return found;
}

const char *size_parameter(struct harness_writer *w, const char *path) {
    const char *wish = wish_for(w, path);
    uint64_t n;
    return wish && !read_number(wish, &n) ? wish : NULL;
}

static bool is_number_parameter(const struct harness_writer *w, const char *name) {
    for (uint32_t i = 0; i < w->of->parameters.len; i++) {
        const struct c_parameter *p = &w->of->parameters.data[i];
        enum c_kind kind = c_plain(p->type)->kind;
        if (strcmp(p->name, name) == 0) return kind == C_NUMBER || kind == C_ENUM;
    }
    return false;
}

bool sizes_are_valid(struct harness_writer *w) {
    const option_list *sizes = &w->wish->opt->sym_size;
    uint64_t n;
    for (uint32_t i = 0; i < sizes->len; i++) {
        const char *equal = strrchr(sizes->data[i], '=');
        const char *value = equal ? equal + 1 : sizes->data[i];
        if (read_number(value, &n) || (equal && is_number_parameter(w, value))) continue;
        str_addf(w->error, "--sym-size %s: '%s' is neither a number from 1 to %d nor a parameter that is one",
                 sizes->data[i], value, MOST_SIZE);
        return false;
    }
    return true;
}

/* How many elements a pointer is given. */
static uint64_t elements(struct harness_writer *w, const struct harness_place *p, struct c_type *to) {
    const char *wish = wish_for(w, p->path);
    uint64_t n, size = to->size ? to->size : 1;
    bool general = false;
    if (wish && read_number(wish, &n)) return n;
    if (p->bytes) return (p->bytes + size - 1) / size;
    for (uint32_t i = 0; i < w->wish->opt->sym_size.len; i++) general |= !strchr(w->wish->opt->sym_size.data[i], '=');
    bool one = (to->kind == C_STRUCT || to->kind == C_UNION) && !(general && p->level == 0);
    return one ? 1 : most_elements(w);
}

bool pointer_fits(struct harness_writer *w, const struct harness_place *a, const struct harness_place *b) {
    const char *m = size_parameter(w, a->path), *n = size_parameter(w, b->path);
    if (m || n) return m && n && strcmp(m, n) == 0;
    return elements(w, a, c_plain(c_plain(a->type)->base)) >= elements(w, b, c_plain(c_plain(b->type)->base));
}

/* ---- assignments ------------------------------------------------------------------------------------- */

static void assign(struct harness_writer *w, const struct harness_place *p, const char *value) {
    if (is_constant(p)) write_line(w, "*(void **)&%s = (void *)%s;", p->path, value);
    else write_line(w, "%s = %s;", p->path, value);
}

/* --no-null speaks of what the caller passes: a list has an end all the same. */
static bool can_be_null(const struct harness_writer *w, const struct harness_place *p) {
    return (w->wish->opt->sym_null || p->level > 0) && !p->nonnull;
}

/* Behind everything that is said about what it points to. */
static void write_null(struct harness_writer *w, const struct harness_place *p) {
    if (can_be_null(w, p))
        assign(w, p, write_text(w, "harness_pointer(\"%s == NULL\", 0, (void *)%s)", p->path, p->path));
}

static const char *or_null(const struct harness_writer *w, const struct harness_place *p) {
    return can_be_null(w, p) ? "is NULL or " : "";
}

/* ---- objects ----------------------------------------------------------------------------------------- */

static bool is_char(const struct c_type *t) { return t->kind == C_NUMBER && strcmp(t->name, "char") == 0; }

/* Ends where its block ends, whatever its length. */
static void write_string(struct harness_writer *w, const struct harness_place *p, uint64_t most) {
    write_open(w, "{");
    write_line(w, "int size = klee_range(1, %llu, \"size of %s\");", (unsigned long long)most + 1, p->path);
    assign(w, p, "harness_object(size)");
    write_bytes(w, p->path, "size", p->path, c_plain(p->type)->base, most);
    write_line(w, "klee_assume(%s[size - 1] == 0);", p->path);
    write_close(w, "}");
    write_size(w, most, "'%s' %sis a string of at most %llu characters (--sym-strings, --sym-size)", p->path,
               or_null(w, p), (unsigned long long)most - 1);
}

/* Everything behind the pointer, each element for itself. count: an expression for their number, if it is one. */
static void write_each(struct harness_writer *w, const struct harness_place *p, struct c_type *to, uint64_t n,
                       const char *count) {
    for (uint64_t i = 0; i < n && !w->too_long; i++) {
        bool one = n == 1 && !count;
        struct harness_place element = {one ? write_text(w, "*%s", p->path) : element_path(w, p->path, i),
                                        to,
                                        p->level + 1,
                                        false,
                                        0,
                                        false,
                                        false};
        if (count) write_open(w, "if (%s > %llu) {", count, (unsigned long long)i);
        write_value(w, &element);
        if (count) write_close(w, "}");
    }
}

/* The member without a size at the end of a structure. */
static const struct c_member *open_end(const struct c_type *t) {
    const struct c_member *last = t->kind == C_STRUCT && t->members.len ? &t->members.data[t->members.len - 1] : NULL;
    const struct c_type *type = last ? c_plain(last->type) : NULL;
    return type && type->kind == C_ARRAY && (type->open || !type->count) ? last : NULL;
}

static void write_open_end(struct harness_writer *w, const struct harness_place *p, const struct c_member *end) {
    uint64_t n = most_elements(w);
    const char *path = write_text(w, "%s->%s", p->path, end->name);
    assign(w, p,
           write_text(w, "harness_object(sizeof *%s + %llu * sizeof %s[0])", p->path, (unsigned long long)n, path));
    write_each(w, p, c_plain(p->type)->base, 1, NULL);
    struct c_type *element = c_plain(end->type)->base;
    if (is_raw(element))
        write_bytes(w, path, write_text(w, "%llu * sizeof %s[0]", (unsigned long long)n, path), path, element, n);
    for (uint64_t i = 0; i < n && !is_raw(element) && !w->too_long; i++) {
        struct harness_place one = {
            element_path(w, path, i), element, p->level + 1, false, 0, c_has(c_plain(p->type)->base, C_CONST), false};
        write_value(w, &one);
    }
    write_size(w, n, "'%s' has %llu elements (--sym-size)", path, (unsigned long long)n);
}

static void tell_elements(struct harness_writer *w, const struct harness_place *p, uint64_t n, const char *count) {
    if (c_has(c_plain(p->type)->base, C_VOLATILE)) write_assumption(w, "only the program changes volatile objects");
    const char *thing = c_plain(c_plain(p->type)->base)->kind == C_VOID ? "byte" : "element";
    if (count)
        write_size(w, n, "'%s' %spoints to the first of '%s' %ss, 0 to %llu (--sym-size)", p->path, or_null(w, p),
                   count, thing, (unsigned long long)n);
    else if (p->level == 0 && n == 1)
        write_assumption(w, "'%s' %spoints to one %s (--sym-size)", p->path, or_null(w, p), thing);
    else if (p->level == 0)
        write_size(w, n, "'%s' %spoints to the first of %llu %ss (--sym-size)", p->path, or_null(w, p),
                   (unsigned long long)n, thing);
    else
        write_size(w, most_elements(w),
                   "pointers in structures and arrays are NULL or lead to objects of their own, without cycles: %llu "
                   "elements, "
                   "structures one (--sym-size)",
                   (unsigned long long)most_elements(w));
}

static void write_object(struct harness_writer *w, const struct harness_place *p, struct c_type *to) {
    const char *count = size_parameter(w, p->path);
    struct c_type *plain = c_plain(to);
    uint64_t n = count ? most_elements(w) : elements(w, p, plain);
    if (!count && open_end(plain)) {
        tell_elements(w, p, 1, NULL);
        write_open_end(w, p, open_end(plain));
        return;
    }
    const char *many = count ? count : write_text(w, "%llu", (unsigned long long)n);
    const char *size = plain->kind == C_VOID ? many
                       : n == 1 && !count    ? write_text(w, "sizeof *%s", p->path)
                                             : write_text(w, "%s * sizeof *%s", many, p->path);
    if (!count && w->wish->opt->sym_strings && is_char(plain)) {
        write_string(w, p, n);
        return;
    }
    tell_elements(w, p, n, count);
    assign(w, p, write_text(w, "harness_object(%s)", size));
    if (plain->kind == C_VOID || ((n != 1 || count) && is_raw(to) && plain->kind != C_STRUCT))
        write_bytes(w, p->path, size, p->path, to, n);
    else write_each(w, p, to, n, count);
}

/* ---- functions --------------------------------------------------------------------------------------- */

static const char *stub_name(struct harness_writer *w, const char *path) {
    char *name = write_text(w, "harness_%u_%s", ++w->nstubs, path);
    for (char *c = name; *c; c++)
        if (!(*c >= 'a' && *c <= 'z') && !(*c >= 'A' && *c <= 'Z') && !(*c >= '0' && *c <= '9')) *c = '_';
    return name;
}

/* "name(int a1, char *a2)"; false if a type cannot be said. */
static bool stub_head(const struct c_type *fn, const char *name, struct str *out) {
    bool ok = true;
    str_addf(out, "%s(", name);
    for (uint32_t i = 0; i < fn->parameters.len && ok; i++) {
        struct str parameter = {0};
        str_addf(&parameter, "a%u", i + 1);
        if (i) str_add(out, ", ");
        ok = spell_declaration(fn->parameters.data[i], parameter.data, out);
        str_release(&parameter);
    }
    if (fn->open && fn->parameters.len) str_add(out, ", ...");
    if (!fn->open && !fn->parameters.len) str_add(out, "void");
    str_add(out, ")");
    return ok;
}

static void write_result(struct harness_writer *w, const struct harness_place *p, struct c_type *result,
                         const char *declaration) {
    struct harness_place value = {"result", result, p->level + 1, false, 0, false, false};
    write_line(w, "%s;", declaration);
    write_value(w, &value);
    write_line(w, "return result;");
}

/* A function of this type; NULL if C cannot say it. */
static const char *write_stub(struct harness_writer *w, const struct harness_place *p, struct c_type *fn) {
    struct str head = {0}, whole = {0}, result = {0}, body = {0}, *out = w->out;
    const char *name = stub_name(w, p->path);
    struct c_type *plain = c_plain(fn->base);
    uint32_t indent = w->indent;
    bool ok =
        stub_head(fn, name, &head) && spell_declaration(fn->base, str_text(&head), &whole) &&
        spell_declaration(plain->kind == C_STRUCT || plain->kind == C_UNION ? fn->base : plain, "result", &result);
    w->out = &body;
    w->indent = 1;
    if (ok && plain->kind != C_VOID) write_result(w, p, plain, str_text(&result));
    w->out = out;
    w->indent = indent;
    if (ok)
        str_addf(&w->stubs, "/* What '%s' may point to. */\nstatic %s {\n%s}\n\n", p->path, str_text(&whole),
                 str_text(&body));
    str_release(&head);
    str_release(&whole);
    str_release(&result);
    str_release(&body);
    return ok ? name : NULL;
}

static void write_function(struct harness_writer *w, const struct harness_place *p, struct c_type *fn) {
    const char *stub = p->level < w->depth ? write_stub(w, p, fn) : NULL;
    if (!stub) {
        assign(w, p, "0");
        write_assumption(w, "'%s' is NULL, as nothing is known of the function", p->path);
        return;
    }
    w->objects++;
    assign(w, p, stub);
    write_null(w, p);
    write_assumption(w, "'%s' %spoints to a function that returns any value and changes nothing", p->path,
                     or_null(w, p));
}

/* ---- all pointers ------------------------------------------------------------------------------------ */

static void write_stream(struct harness_writer *w, const struct harness_place *p) {
    w->streams = true;
    w->objects++;
    assign(w, p, "tmpfile()");
    write_null(w, p);
    write_assumption(w, "'%s' %sis an open stream that is empty at first", p->path, or_null(w, p));
}

static bool is_stream(const struct c_type *t) { return t->kind == C_STRUCT && strcmp(t->name, "_IO_FILE") == 0; }

void write_pointer(struct harness_writer *w, const struct harness_place *p) {
    struct c_type *to = c_plain(p->type)->base, *plain = c_plain(to);
    if (is_stream(plain)) {
        write_stream(w, p);
    } else if (plain->kind == C_FUNCTION) {
        write_function(w, p, plain);
    } else if ((plain->kind == C_STRUCT || plain->kind == C_UNION) && plain->open) {
        assign(w, p, "0");
        write_assumption(w, "'%s' is NULL, as %s %s is not defined in the file", p->path,
                         plain->kind == C_STRUCT ? "struct" : "union", plain->name);
    } else if (plain->kind == C_ARRAY && plain->open) {
        assign(w, p, "0");
        write_assumption(w, "'%s' is NULL, as the size of the array is not known", p->path);
    } else if (p->level >= w->depth) {
        assign(w, p, "0");
        write_size(w, w->depth, "pointers more than %llu step%s away from the parameters are NULL (--sym-depth)",
                   (unsigned long long)w->depth, w->depth == 1 ? "" : "s");
    } else {
        w->objects++;
        write_object(w, p, to);
        write_null(w, p);
    }
}
