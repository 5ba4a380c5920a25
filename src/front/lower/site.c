/* Places of the user's program that make storage without a value. What they are called
 * and how they are told apart is also native replay's idea of them (instrument.c). */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/str.h"
#include "front/llvm/marks.h"
#include "front/lower/lower.h"
#include "ir/known.h"

uint32_t keyed_site(struct lower *lo, const char *key, const char *name, unsigned line) {
    if (lo->fn->runtime) return 0;
    uint64_t *found = strmap_find(&lo->sites, key);
    if (found) return (uint32_t)*found;
    vec_push(&lo->p->sites, (struct ir_site){.name = arena_strdup(&lo->p->arena, name), .line = line});
    strmap_put(&lo->sites, key, lo->p->sites.len - 1);
    return lo->p->sites.len - 1;
}

uint32_t call_site(struct lower *lo, LLVMValueRef call, const char *callee) {
    if (!(known_by_name(callee) & KNOWN_RAW)) return 0;
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(call);
    unsigned line = place ? LLVMDILocationGetLine(place) : 0;
    struct str key = {0};
    str_addf(&key, "%s@%u", callee, line);
    uint32_t site = keyed_site(lo, str_text(&key), callee, line);
    str_release(&key);
    return site;
}

uint32_t choice_site(struct lower *lo, LLVMValueRef call, const char *name) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(call);
    unsigned line = place ? LLVMDILocationGetLine(place) : 0;
    struct str key = {0};
    str_addf(&key, "choice %s@%u", name, line);
    uint32_t site = keyed_site(lo, str_text(&key), name, line);
    if (site) lo->p->sites.data[site].choice = true;
    str_release(&key);
    return site;
}

/* Bitcode of the user may have marks of its own. */
static bool is_mark(LLVMValueRef mark, LLVMValueRef part[VARIABLE_MARK_PARTS]) {
    if (!mark || LLVMGetMDNodeNumOperands(mark) != VARIABLE_MARK_PARTS) return false;
    LLVMGetMDNodeOperands(mark, part);
    bool ok = part[0] && LLVMIsAMDString(part[0]);
    for (int i = 1; i < VARIABLE_MARK_PARTS; i++) ok = ok && part[i] && LLVMIsAConstantInt(part[i]);
    return ok;
}

static unsigned mark_number(LLVMValueRef part) { return (unsigned)LLVMConstIntGetZExtValue(part); }

/* The variable that protection noted, by passes unharmed. */
static bool read_mark(LLVMValueRef inst, LLVMValueRef part[VARIABLE_MARK_PARTS], struct str *name) {
    LLVMContextRef llvm = LLVMGetTypeContext(LLVMTypeOf(inst));
    unsigned kind = LLVMGetMDKindIDInContext(llvm, VARIABLE_MARK, (unsigned)strlen(VARIABLE_MARK)), len;
    if (!is_mark(LLVMGetMetadata(inst, kind), part)) return false;
    const char *text = LLVMGetMDString(part[0], &len);
    str_add_len(name, text, len);
    return true;
}

uint32_t alloca_site(struct lower *lo, LLVMValueRef inst) {
    if (lo->fn->runtime) return 0;
    LLVMValueRef part[VARIABLE_MARK_PARTS];
    struct str name = {0};
    bool marked = read_mark(inst, part, &name);
    unsigned line = marked ? mark_number(part[1]) : variable_describe(&lo->declares, inst, &name);
    vec_push(&lo->p->sites, (struct ir_site){.name = arena_strdup(&lo->p->arena, str_text(&name)), .line = line});
    str_release(&name);
    return lo->p->sites.len - 1;
}

uint32_t undef_site(struct lower *lo, LLVMValueRef call, uint32_t *offset) {
    LLVMValueRef part[VARIABLE_MARK_PARTS];
    struct str name = {0}, key = {0};
    uint32_t site = 0;
    *offset = 0;
    if (read_mark(call, part, &name)) {
        *offset = mark_number(part[2]);
        str_addf(&key, "%u+%u", mark_number(part[3]), *offset);
        site = keyed_site(lo, str_text(&key), str_text(&name), mark_number(part[1]));
    }
    str_release(&name);
    str_release(&key);
    return site;
}
