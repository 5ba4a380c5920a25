/* Calls through pointers: the sanitizers lose the caller when the target is not
 * code, so it is looked at before. */
#include "replay_rt.h"
#include "../src/ir/signature.h"

#include <link.h>
#include <stdio.h>

static int is_code(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    uintptr_t at = *(uintptr_t *)data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) && at >= start && at - start < part->p_memsz)
            return 1;
    }
    return 0;
}

/* What the program's functions take, made by the front end; a null function ends it. */
struct taking {
    void *function;
    const char *signature;
};
PUBLIC extern const struct taking __shrike_functions[];

static const char *signature_of(const void *target) {
    const struct taking *t = __shrike_functions;
    while (t && t->function && t->function != target) t++;
    return t && target && t->function ? t->signature : NULL;
}

void __shrike_call_type(void *target, const char *call, int ignored) {
    const char *takes = signature_of(target), *wrong = takes ? signature_misfit(call, takes, ignored, sizeof target == 4) : NULL;
    char text[120];
    if (!wrong) return;
    snprintf(text, sizeof text, "call of a function of another type, with %s", wrong);
    stop("call-of-another-type", text);
}

/* Functions without result may be the start of a thread. */
void call_type_of_start(void *start, int c11) {
    const char *takes = signature_of(start);
    if (takes) __shrike_call_type(start, signature_of_start(c11, sizeof start == 4), *takes == 'v');
}

/* The function called just before has said whether it returned a value, which is used. */
void __shrike_value(int missing) {
    if (missing) stop("missing-return-value", "use of the value of a function that returned none");
}

void __shrike_argument(int wrong) {
    if (wrong) stop("invalid-argument", "the zeros of 0 are counted");
}

void __shrike_length(int wrong) {
    if (wrong) stop("invalid-argument", "the length of an array is not positive");
}

void __shrike_float(int what) {
    static const char *const words[] = {"", "division by zero", "a NaN of finite operands", "an infinite result of finite operands"};
    if (what) stop("float-not-finite", words[what & 3]);
}

/* Bitcode's own check has found something (src/front/checks/handlers.h). */
void __shrike_undefined(const char *kind, const char *text) { stop(kind, text); }

void __shrike_call(void *target) {
    static uintptr_t good[64]; /* targets seen before */
    uintptr_t at = (uintptr_t)target;
    uintptr_t *slot = &good[(at >> 4) % 64];
    if (at && *slot == at) return;
    if (at && (dl_iterate_phdr(is_code, &at) || is_outside_function(target))) {
        *slot = at;
        return;
    }
    char text[80];
    snprintf(text, sizeof text, "call of %p, which is not a function", target);
    stop("invalid-function-pointer", text);
}
