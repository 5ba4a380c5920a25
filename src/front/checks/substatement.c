#include "front/checks/lifetimes.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>

#include "base/str.h"
#include "front/llvm/variable.h"

enum kind {
    IF_BODY,
    ELSE_BODY,
    WHILE_STATEMENT,
    WHILE_BODY,
    DO_STATEMENT,
    DO_BODY,
    FOR_BODY,
    SWITCH_STATEMENT,
    SWITCH_BODY
};

struct opened {
    enum kind kind;
    struct interval at;
};
typedef VEC(struct opened) opened_list;

/* What begins with a block of that name, and what is over there. */
static const struct {
    const char *name;
    enum kind kind;
} openers[] = {{"while.cond", WHILE_STATEMENT}, {"while.body", WHILE_BODY},
               {"do.body", DO_STATEMENT},       {"do.body", DO_BODY},
               {"for.body", FOR_BODY},          {"if.then", IF_BODY},
               {"if.else", ELSE_BODY}},
  closers[] = {{"while.end", WHILE_BODY},  {"while.end", WHILE_STATEMENT}, {"do.cond", DO_BODY},  {"do.end", DO_BODY},
               {"do.end", DO_STATEMENT},   {"for.inc", FOR_BODY},          {"for.end", FOR_BODY}, {"if.else", IF_BODY},
               {"sw.epilog", SWITCH_BODY}, {"sw.epilog", SWITCH_STATEMENT}};

static LLVMMetadataRef scope_of(LLVMValueRef inst) {
    LLVMMetadataRef at = inst ? LLVMInstructionGetDebugLoc(inst) : NULL;
    return at ? LLVMDILocationGetScope(at) : NULL;
}

/* Not one of those with which clang leaves several blocks at once. */
static bool is_statement(LLVMValueRef last) {
    size_t len;
    return LLVMIsASwitchInst(last) && !str_starts(LLVMGetValueName2(LLVMGetOperand(last, 0), &len), "cleanup.dest");
}

/* An endless loop has no end: what was opened in the statement and is still open is dropped. */
static void close(struct substatements *s, opened_list *open, enum kind kind, uint32_t number) {
    uint32_t k = open->len;
    while (k && open->data[k - 1].kind != kind) k--;
    if (!k) return;
    open->data[k - 1].at.end = number;
    vec_push(&s->all, open->data[k - 1].at);
    open->len = k - 1;
}

/* The innermost body of an `if` that is open: of one with `else`, the first is over already. */
static void close_if(struct substatements *s, opened_list *open, uint32_t number) {
    for (uint32_t k = open->len; k; k--) {
        enum kind kind = open->data[k - 1].kind;
        if (kind == IF_BODY || kind == ELSE_BODY) return close(s, open, kind, number);
    }
}

static LLVMMetadataRef last_scope(const opened_list *open, enum kind kind) {
    for (uint32_t k = open->len; k; k--)
        if (open->data[k - 1].kind == kind) return open->data[k - 1].at.scope;
    return NULL;
}

static void open_switch(opened_list *open, LLVMValueRef jump, struct interval body) {
    vec_push(open, (struct opened){SWITCH_STATEMENT, {.first = body.first - 1, .scope = body.scope, .head = jump}});
    vec_push(open, (struct opened){SWITCH_BODY, body});
}

static void visit(struct substatements *s, opened_list *open, LLVMBasicBlockRef b, uint32_t number) {
    const char *name = LLVMGetBasicBlockName(b);
    LLVMBasicBlockRef before = LLVMGetPreviousBasicBlock(b);
    if (before && str_starts(LLVMGetBasicBlockName(before), "for.cond.cleanup"))
        before = LLVMGetPreviousBasicBlock(before);
    LLVMValueRef jump = before ? LLVMGetBasicBlockTerminator(before) : NULL;
    struct interval at = {.first = number, .scope = scope_of(jump)};
    if (str_starts(name, "if.else"))
        at.scope = last_scope(open, IF_BODY); /* the jump before is one of the other body */
    for (size_t i = 0; i < sizeof closers / sizeof *closers; i++)
        if (str_starts(name, closers[i].name)) close(s, open, closers[i].kind, number);
    if (str_starts(name, "if.end")) close_if(s, open, number);
    if (jump && is_statement(jump)) open_switch(open, jump, at);
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++)
        if (str_starts(name, openers[i].name)) {
            at.is_for = openers[i].kind == FOR_BODY;
            vec_push(open, (struct opened){openers[i].kind, at});
        }
}

void substatements_init(struct substatements *s, LLVMValueRef fn) {
    assert(!LLVMIsDeclaration(fn));
    *s = (struct substatements){.llvm = LLVMGetModuleContext(LLVMGetGlobalParent(fn))};
    map_init(&s->numbers);
    opened_list open = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        uint32_t number = s->numbers.len;
        map_put(&s->numbers, (uint64_t)(uintptr_t)b, number);
        visit(s, &open, b, number);
    }
    vec_release(&open);
}

void substatements_release(struct substatements *s) {
    map_release(&s->numbers);
    vec_release(&s->all);
}

uint32_t substatements_number(const struct substatements *s, LLVMBasicBlockRef block) {
    return (uint32_t)map_get(&s->numbers, (uint64_t)(uintptr_t)block, UINT32_MAX);
}

/* Is it written further behind than the word `switch`? */
static bool is_behind(LLVMValueRef inst, LLVMValueRef head) {
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst), from = LLVMInstructionGetDebugLoc(head);
    if (!at || !from) return false;
    unsigned line = LLVMDILocationGetLine(at), first = LLVMDILocationGetLine(from);
    return line > first || (line == first && LLVMDILocationGetColumn(at) > LLVMDILocationGetColumn(from));
}

static bool is_inside(const struct interval *at, LLVMValueRef inst, uint32_t number) {
    if (at->head) return number <= at->first && is_behind(inst, at->head);
    return number >= at->first && number < at->end;
}

/* The interval as far as the variable is concerned: from where it is first used on. */
static bool holds_uses(const struct substatements *s, LLVMValueRef alloca_inst, struct interval *at) {
    struct interval whole = *at;
    for (LLVMUseRef use = LLVMGetFirstUse(alloca_inst); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        uint32_t number =
            LLVMIsAInstruction(user) ? substatements_number(s, LLVMGetInstructionParent(user)) : UINT32_MAX;
        if (number == UINT32_MAX || !is_inside(&whole, user, number)) return false;
        if (number < at->first) at->first = number;
    }
    return true;
}

bool substatements_around(const struct substatements *s, LLVMValueRef alloca_inst, LLVMMetadataRef scope,
                          struct interval *out) {
    assert(LLVMIsAAllocaInst(alloca_inst) && scope);
    bool found = false;
    for (uint32_t i = 0; i < s->all.len; i++) {
        struct interval at = s->all.data[i];
        bool stands = at.scope == scope || (at.is_for && at.scope && at.scope == variable_outer_scope(s->llvm, scope));
        if (!stands || !holds_uses(s, alloca_inst, &at)) continue;
        if (!found || at.end - at.first < out->end - out->first) *out = at;
        found = true;
    }
    return found;
}
