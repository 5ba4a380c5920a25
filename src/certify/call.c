/* Calls: functions with code, and the known ones (ir/known.def). */
#include <string.h>

#include "certify/cut.h"
#include "certify/memory.h"
#include "certify/walk.h"
#include "ir/known.h"
#include "ir/operands.h"

enum { MOST_TEXT = 256 };

static const struct ir_call *call_of(struct walk_state *st) { return ir_call_of(walk_top(st)->fn, walk_insn(st)); }

/* st goes on behind the call, with this result; none: any value. */
static enum walk_step give(struct walk *w, struct walk_state *st, term value) {
    const struct ir_call *call = call_of(st);
    if (call->nret > 1) return walk_incomplete(w, st, "a known function with a large result"), WALK_ENDED;
    if (!value.id) value = term_sym(&w->t, call->ret_width && call->ret_width <= 64 ? call->ret_width : 64);
    if (call->nret) walk_set(w, st, walk_insn(st)->d, term_zext(&w->t, value, 64));
    walk_top(st)->pc++;
    return WALK_ON;
}

/* An argument of one register. If there is no such argument, the walk is over, and the value is unknown. */
static term argument(struct walk *w, struct walk_state *st, uint32_t i) {
    const struct ir_call *call = call_of(st);
    if (i < call->nargs && call->args[i].nslots == 1 && !call->args[i].byval)
        return walk_reg(w, st, call->args[i].slot);
    walk_incomplete(w, st, "a known function without an argument that it needs");
    return term_sym(&w->t, 64);
}

/* ---- inputs, errors, assumptions --------------------------------------------------------------------- */

static uint32_t nondet_width(const struct walk *w, const char *name) {
    static const struct {
        const char *name;
        uint8_t width;
    } table[] = {
#define NONDET(name, width, type) {name, width},
#include "ir/nondet.def"
#undef NONDET
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0) return table[i].width ? table[i].width : 8 * w->p->ptr_bytes;
    return 0;
}

static enum walk_step error(struct walk *w, struct walk_state *st, enum prove kind, const char *what) {
    if (walk_wants(w, kind)) walk_oblige(w, st, kind, term_bool(&w->t, true), what);
    return walk_end(w, st, term_bool(&w->t, true), true);
}

static enum walk_step asserts(struct walk *w, struct walk_state *st) {
    term holds = term_truth(&w->t, argument(w, st, 0));
    if (!walk_wants(w, PROVE_ASSERTION)) walk_end(w, st, term_not(&w->t, holds), true), walk_assume(w, st, holds);
    else if (!walk_oblige(w, st, PROVE_ASSERTION, term_not(&w->t, holds), "an assertion that fails")) return WALK_ENDED;
    return give(w, st, (term){0});
}

static enum walk_step assumes(struct walk *w, struct walk_state *st) {
    term c = term_truth(&w->t, argument(w, st, 0));
    if (!walk_may(w, st, c)) return WALK_ENDED;
    walk_assume(w, st, c);
    return give(w, st, (term){0});
}

/* ---- memory ------------------------------------------------------------------------------------------ */

/* zero: as calloc does, which has two arguments. */
static enum walk_step allocate(struct walk *w, struct walk_state *st, bool zero) {
    uint64_t n, count = 1, size;
    if (!walk_pin(w, st, walk_pointer(w, argument(w, st, 0)), &n)) return WALK_ENDED;
    if (zero && !walk_pin(w, st, walk_pointer(w, argument(w, st, 1)), &count)) return WALK_ENDED;
    if (__builtin_mul_overflow(n, count, &size) || size > 1u << 24)
        return walk_incomplete(w, st, "a large block"), WALK_ENDED;
    struct held_object *o = held_new(&w->t, st, w->p->is32, HELD_HEAP, size);
    if (!o) return walk_incomplete(w, st, "there is no room for a block"), WALK_ENDED;
    o->number = ++st->blocks;
    if (zero) held_become(o, (term){0});
    return give(w, st, walk_address_of(w, o));
}
static enum walk_step allocates(struct walk *w, struct walk_state *st) { return allocate(w, st, false); }
static enum walk_step allocates_zeros(struct walk *w, struct walk_state *st) { return allocate(w, st, true); }

/* The first argument as a resolved address, and its object; UINT32_MAX: none. False: st goes no further. */
static bool object_of_argument(struct walk *w, struct walk_state *st, term *a, uint32_t *object, term *off) {
    *a = walk_pointer(w, argument(w, st, 0));
    if (!walk_resolve(w, st, a)) return false;
    *object = walk_object_at(w, st, *a, off);
    return true;
}

static enum walk_step frees(struct walk *w, struct walk_state *st) {
    term a, off;
    uint32_t i;
    if (!object_of_argument(w, st, &a, &i, &off)) return WALK_ENDED;
    if (term_is(&w->t, a, 0)) return give(w, st, (term){0});
    const struct held_object *o = i != UINT32_MAX ? st->objects.data[i] : NULL;
    if (!o || o->kind != HELD_HEAP || !o->live || !term_is(&w->t, off, 0))
        return walk_wrong(w, st, "a free of something that is not a block"), WALK_ENDED;
    held_own(st, i)->live = false;
    return give(w, st, (term){0});
}

static enum walk_step make_symbolic(struct walk *w, struct walk_state *st) {
    return walk_fill(w, st, argument(w, st, 0), (term){0}, argument(w, st, 1)) ? give(w, st, (term){0}) : WALK_ENDED;
}

/* A function without body writes where its argument points: all of that object is unknown. */
static enum walk_step external_bytes(struct walk *w, struct walk_state *st) {
    term to, off;
    uint32_t i;
    if (!object_of_argument(w, st, &to, &i, &off)) return WALK_ENDED;
    if (term_is_const(&w->t, to) && term_value(&w->t, to) < 4096) return give(w, st, (term){0});
    if (i == UINT32_MAX || !st->objects.data[i]->live || st->objects.data[i]->readonly)
        return walk_incomplete(w, st, "a function without body writes to an unknown place"), WALK_ENDED;
    held_forget(&w->t, held_own(st, i));
    return give(w, st, (term){0});
}

/* These give back where they wrote. */
static enum walk_step copy(struct walk *w, struct walk_state *st, bool may_overlap) {
    term to = argument(w, st, 0);
    return walk_copy(w, st, to, argument(w, st, 1), argument(w, st, 2), may_overlap) ? give(w, st, to) : WALK_ENDED;
}
static enum walk_step copies(struct walk *w, struct walk_state *st) { return copy(w, st, false); }
static enum walk_step moves(struct walk *w, struct walk_state *st) { return copy(w, st, true); }

static enum walk_step fills(struct walk *w, struct walk_state *st) {
    term to = argument(w, st, 0), byte = term_extract(&w->t, argument(w, st, 1), 0, 8);
    return walk_fill(w, st, to, byte, argument(w, st, 2)) ? give(w, st, to) : WALK_ENDED;
}

/* strlen: how many bytes are in front of the first that is 0; there must be one in the object. */
static enum walk_step measures(struct walk *w, struct walk_state *st) {
    struct terms *t = &w->t;
    term length = term_const(t, 64, 0), none = term_bool(t, true);
    struct aimed aim;
    if (!walk_aim(w, st, argument(w, st, 0), 1, false, &aim)) return WALK_ENDED;
    const struct held_object *o = st->objects.data[aim.object];
    if (!aim.known || o->size - aim.at > MOST_TEXT)
        return walk_incomplete(w, st, "a text at an unknown place, or a long one"), WALK_ENDED;
    for (uint64_t k = o->size - aim.at; k-- > 0;) {
        term ends = term_binary(t, TERM_EQ, held_read(t, o, aim.at + k, 1), term_const(t, 8, 0));
        length = term_ite(t, ends, term_const(t, 64, k), length);
        none = term_binary(t, TERM_AND, none, term_not(t, ends));
    }
    if (!walk_oblige(w, st, PROVE_MEMORY, none, "a text that does not end in its object")) return WALK_ENDED;
    return give(w, st, length);
}

/* ---- known functions --------------------------------------------------------------------------------- */

/* The argument as a text that the program cannot change; NULL: it is none. */
static const char *constant_text(struct walk *w, struct walk_state *st, uint32_t number) {
    if (call_of(st)->nargs <= number) return NULL;
    term off;
    uint32_t i = walk_object_at(w, st, walk_pointer(w, walk_reg(w, st, call_of(st)->args[number].slot)), &off);
    const struct held_object *o = i != UINT32_MAX ? st->objects.data[i] : NULL;
    bool inside = o && term_is_const(&w->t, off) && term_value(&w->t, off) < o->size;
    if (!inside || !o->readonly || !o->bytes || o->array.id || o->words.len) return NULL;
    const uint8_t *text = o->bytes + term_value(&w->t, off), *end = o->bytes + o->size;
    return memchr(text, 0, (size_t)(end - text)) ? (const char *)text : NULL;
}

/* Has the format no conversions but those of integers? */
static bool prints_numbers(const char *format) {
    for (const char *p = format; *p; p++) {
        if (*p != '%') continue;
        p += 1 + strspn(p + 1, "-+ #0123456789.hljzt");
        if (!*p || !strchr("diouxXc%", *p)) return false;
    }
    return true;
}

/* Does the output have no effect on the program? A format may write (%n), read (%s), and want arguments that are not
 * there. */
static bool only_prints(struct walk *w, struct walk_state *st, const char *name) {
    const char *text = strcmp(name, "putchar") == 0 ? "" : constant_text(w, st, 0);
    if (strcmp(name, "putchar") == 0 || strcmp(name, "puts") == 0) return text;
    return text && strcmp(name, "printf") == 0 && prints_numbers(text) && !walk_wants(w, PROVE_MEMORY);
}

/* A function that takes an input and has a name for it; what is no plain text is not read. */
static bool is_named_well(struct walk *w, struct walk_state *st, const char *name) {
    if (strcmp(name, "klee_int") == 0) return constant_text(w, st, 0);
    return !str_ends(name, "_make_symbolic") || constant_text(w, st, 2);
}

static enum walk_step unknown_call(struct walk *w, struct walk_state *st, const struct function *fn) {
    walk_incomplete(w, st, "a call of '%s', which the checker does not know", fn->name);
    return WALK_ENDED;
}

typedef enum walk_step call_fn(struct walk *w, struct walk_state *st);

/* The checker's own model of the function of this name; NULL: none. */
static call_fn *model_of(const char *name) {
    static const struct {
        const char *name;
        call_fn *call;
    } models[] = {
        {"klee_make_symbolic", make_symbolic},
        {"shrike_make_symbolic", make_symbolic},
        {"__shrike_external_bytes", external_bytes},
        {"malloc", allocates},
        {"calloc", allocates_zeros},
        {"__shrike_external_block", allocates},
        {"free", frees},
        {"cfree", frees},
        {"memcpy", copies},
        {"memmove", moves},
        {"memset", fills},
        {"strlen", measures},
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (strcmp(models[i].name, name) == 0) return models[i].call;
    return NULL;
}

static enum walk_step call_known(struct walk *w, struct walk_state *st, const struct function *fn) {
    known_set e = known_effects(fn);
    uint32_t width = fn->defined ? 0 : nondet_width(w, fn->name);
    call_fn *model = model_of(fn->name);
    if (e & KNOWN_ERROR) return error(w, st, PROVE_ERROR, "a call of an error function");
    if (e & KNOWN_FAILS) return error(w, st, PROVE_ASSERTION, "an assertion that fails");
    if (e & KNOWN_ENDS) return walk_end(w, st, term_bool(&w->t, true), e & KNOWN_ABORTS);
    if (known_only(e, KNOWN_ASSERTS)) return asserts(w, st);
    if (known_only(e, KNOWN_ASSUMES)) return assumes(w, st);
    if (!is_named_well(w, st, fn->name)) return unknown_call(w, st, fn);
    if (model) return model(w, st);
    if (known_only(e, KNOWN_PURE)) return give(w, st, (term){0});
    if (width && width <= 64) return give(w, st, term_sym(&w->t, width));
    if (fn->runtime && only_prints(w, st, fn->name)) return give(w, st, (term){0});
    return unknown_call(w, st, fn);
}

/* Library models that are plain code, and their own helpers, which are walked as the user's code is. */
static bool is_walked(struct walk_state *st, const struct function *fn) {
    known_set e = known_effects(fn);
    bool helper = walk_top(st)->fn->runtime && !e;
    return ir_has_code(fn) && (!fn->runtime || helper || (e && known_only(e, KNOWN_READS | KNOWN_WRITES | KNOWN_PURE)));
}

/* ---- frames ------------------------------------------------------------------------------------------ */

static bool fits(struct walk *w, struct walk_state *st, const struct function *fn, const struct ir_call *call) {
    uint32_t slots = 0;
    for (uint32_t i = 0; i < call->nargs; i++) {
        if (call->args[i].byval) return walk_incomplete(w, st, "an argument that is passed in memory"), false;
        slots += call->args[i].nslots;
    }
    bool same = !call->signature || (fn->signature && strcmp(call->signature, fn->signature) == 0);
    bool enough = fn->varargs ? slots >= fn->nparam_slots : slots == fn->nparam_slots;
    if (!same || !enough || (call->nret && call->nret != fn->nret))
        return walk_incomplete(w, st, "a call that may not fit '%s'", fn->name), false;
    return true;
}

static bool is_too_deep(struct walk *w, struct walk_state *st) {
    uint32_t most = walk_wants(w, PROVE_MEMORY) ? 1000 : 20000;
    return st->frames.len >= most && (walk_incomplete(w, st, "calls nested %u deep", most), true);
}

enum walk_step walk_call(struct walk *w, struct walk_state *st, const struct function *fn) {
    const struct ir_call *call = call_of(st);
    known_set e = known_effects(fn);
    if (e & KNOWN_OWN || !is_walked(st, fn)) return call_known(w, st, fn);
    if (known_by_name(fn->name) & KNOWN_OWN && walk_wants(w, PROVE_ERROR))
        return error(w, st, PROVE_ERROR, "a call of an error function");
    if (!fits(w, st, fn, call) || is_too_deep(w, st)) return WALK_ENDED;
    term_list values = {0};
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; k < call->args[i].nslots; k++) vec_push(&values, walk_reg(w, st, call->args[i].slot + k));
    walk_push_frame(st, fn, w->flows[fn->id].consts);
    for (uint32_t i = 0; i < fn->nparam_slots; i++) walk_set(w, st, fn->param_base + i, values.data[i]);
    vec_release(&values);
    return w->over ? WALK_ENDED : walk_enter(w, st);
}

enum walk_step walk_return(struct walk *w, struct walk_state *st) {
    uint32_t nret = walk_top(st)->fn->nret, first = walk_insn(st)->a;
    term_list values = {0};
    for (uint32_t i = 0; i < nret; i++) vec_push(&values, walk_reg(w, st, first + i));
    enum walk_step s = w->over ? WALK_ENDED : walk_leave(w, st, nret == 1 ? values.data[0] : (term){0});
    if (s == WALK_ON && st->frames.len == 1) s = walk_end(w, st, term_bool(&w->t, true), false);
    if (s == WALK_ON) {
        walk_pop_frame(st);
        for (uint32_t i = 0; i < call_of(st)->nret; i++) walk_set(w, st, walk_insn(st)->d + i, values.data[i]);
        walk_top(st)->pc++;
    }
    vec_release(&values);
    return s;
}
