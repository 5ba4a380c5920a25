/* --external=native: functions that the user names are called in the host's C
 * library.
 *
 * Numbers are passed as they are. A word that points into an object of the program
 * is passed as a pointer into a copy of it, and what the function has changed there
 * is written back. Pointers inside objects are not followed.
 */
#include "exec/library/builtin.h"

#include <assert.h>
#include <dlfcn.h>
#include <ffi.h>
#include <string.h>

#include "exec/core/exec.h"
#include "exec/sym/access.h"

enum { MAX_NATIVE_ARGS = 16 };

/* A host copy of an object. */
struct mirror {
    uint64_t base, size;
    uint8_t *bytes;
    bool readonly;
};

struct native_call {
    struct exec *x;
    VEC(struct mirror) mirrors;
    ffi_type *types[MAX_NATIVE_ARGS];
    void *values[MAX_NATIVE_ARGS];
    uint64_t words[MAX_NATIVE_ARGS][2];
};

bool native_allowed(const struct context *ctx, const char *name) {
    for (uint32_t i = 0; i < ctx->opt.native.len; i++)
        if (strcmp(ctx->opt.native.data[i], name) == 0) return true;
    return false;
}

/* Host address for a word of the program: into a mirror if it points somewhere. */
static bool to_host(struct native_call *c, uint64_t word, uint64_t *host) {
    const struct mem_object *obj = space_find(&c->x->now->space, word);
    *host = word;
    if (!obj || !obj->live || obj->kind == OBJECT_FUNCTION || word < obj->base || word > obj->base + obj->size)
        return true;
    struct mirror *found = NULL;
    for (uint32_t i = 0; i < c->mirrors.len; i++)
        if (c->mirrors.data[i].base == obj->base) found = &c->mirrors.data[i];
    if (!found) {
        struct mirror m = {obj->base, obj->size, mem_alloc(obj->size), obj->readonly};
        vec_push(&c->mirrors, m);
        found = &vec_last(&c->mirrors);
        if (!exec_read(c->x, m.base, m.bytes, m.size)) return false;
    }
    *host = (uint64_t)(uintptr_t)found->bytes + (word - found->base);
    return true;
}

static uint64_t from_host(const struct native_call *c, uint64_t word) {
    for (uint32_t i = 0; i < c->mirrors.len; i++) {
        const struct mirror *m = &c->mirrors.data[i];
        uint64_t start = (uint64_t)(uintptr_t)m->bytes;
        if (word >= start && word <= start + m->size) return m->base + (word - start);
    }
    return word;
}

static ffi_type *type_of(enum ir_float kind) {
    switch (kind) {
    case FLOAT_32: return &ffi_type_float;
    case FLOAT_64: return &ffi_type_double;
    case FLOAT_80: return &ffi_type_longdouble;
    case FLOAT_16:
    case FLOAT_NONE: break;
    }
    return &ffi_type_uint64;
}

static bool pass(struct native_call *c, uint32_t i, const struct ir_arg *arg, const uint64_t *regs) {
    memcpy(c->words[i], &regs[arg->slot], arg->nslots * sizeof(uint64_t));
    c->types[i] = type_of(arg->fkind);
    c->values[i] = c->words[i];
    return arg->fkind || to_host(c, c->words[i][0], &c->words[i][0]);
}

static bool write_back(struct native_call *c) {
    bool ok = true;
    for (uint32_t i = 0; i < c->mirrors.len; i++) {
        struct mirror *m = &c->mirrors.data[i];
        if (ok && !m->readonly) ok = exec_write(c->x, m->base, m->bytes, m->size);
        mem_free(m->bytes);
    }
    vec_release(&c->mirrors);
    return ok;
}

bool native_invoke(struct exec *x, const char *name, const struct ir_call *call, uint64_t *ret) {
    assert(native_allowed(x->ctx, name));
    void *target = dlsym(RTLD_DEFAULT, name);
    if (!target) return exec_error(x, BUG_EXTERNAL, "the host has no function '%s'", name);
    if (x->p->is32 || call->nargs > MAX_NATIVE_ARGS)
        return exec_error(x, BUG_UNSUPPORTED, "not supported: native call of '%s' %s", name,
                          x->p->is32 ? "from a 32-bit program" : "with so many arguments");
    struct native_call c = {.x = x};
    bool ok = true;
    for (uint32_t i = 0; i < call->nargs && ok; i++) ok = pass(&c, i, &call->args[i], x->now->top->regs);
    ffi_cif cif;
    ffi_type *result = call->nret ? type_of(call->ret_fkind) : &ffi_type_void;
    ok = ok && ffi_prep_cif(&cif, FFI_DEFAULT_ABI, call->nargs, result, c.types) == FFI_OK;
    if (ok) {
        ffi_call(&cif, FFI_FN(target), ret, c.values);
        if (!call->ret_fkind) ret[0] = from_host(&c, ret[0]);
        if (!call->ret_fkind && call->ret_width < 64) ret[0] &= (UINT64_C(1) << call->ret_width) - 1;
    }
    return write_back(&c) && ok;
}
