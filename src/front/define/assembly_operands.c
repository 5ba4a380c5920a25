#include "front/define/assembly_operands.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { MOST_NAME = 256 };

/* ---- constraints ---------------------------------------------------------------------------------- */

static LLVMTypeRef element_type(LLVMValueRef inst, unsigned arg) {
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", strlen("elementtype"));
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(inst, arg + 1, kind);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

/* The type of the n-th direct output. */
static LLVMTypeRef result_type(LLVMValueRef inst, unsigned n) {
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return n ? NULL : type;
    return n < LLVMCountStructElementTypes(type) ? LLVMStructGetTypeAtIndex(type, n) : NULL;
}

static bool is_text(const char *text, size_t len, const char *what) {
    return len == strlen(what) && !memcmp(text, what, len);
}

/* How far we are: the arguments and the direct outputs so far. */
struct count {
    unsigned arguments, outputs;
};

static bool read_output(struct asm_operand *o, LLVMValueRef inst, struct count *n) {
    o->type = o->indirect ? element_type(inst, n->arguments) : result_type(inst, n->outputs);
    if (!o->indirect) n->outputs++;
    return o->type != NULL;
}

static bool read_constraint(struct asm_operands *all, LLVMValueRef inst, const char *text, size_t len,
                            struct count *n) {
    struct asm_operand o = {.tied = OPERAND_FREE};
    if (*text == '!') return false; /* a label: asm goto */
    if (*text == '~') {
        all->clobbers_memory |= is_text(text, len, "~{memory}");
        return true;
    }
    o.output = *text == '=';
    for (size_t i = o.output; i < len && strchr("&*%", text[i]); i++) o.indirect |= text[i] == '*';
    o.flag = o.output && len > 4 && !memcmp(text, "={@c", 4);
    if (isdigit((unsigned char)*text)) o.tied = atoi(text);
    if (o.output && !read_output(&o, inst, n)) return false;
    if (!o.output || o.indirect) {
        if (n->arguments >= LLVMGetNumArgOperands(inst)) return false;
        o.value = LLVMGetOperand(inst, n->arguments++);
    }
    vec_push(&all->list, o);
    return true;
}

bool operands_read(struct asm_operands *o, LLVMValueRef inst) {
    size_t len;
    const char *p = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(inst), &len), *end = p + len;
    struct count n = {0};
    o->list.len = 0;
    o->clobbers_memory = false;
    while (p < end) {
        const char *comma = memchr(p, ',', (size_t)(end - p)), *stop = comma ? comma : end;
        if (stop > p && !read_constraint(o, inst, p, (size_t)(stop - p), &n)) return false;
        p = stop + 1;
    }
    return n.arguments == LLVMGetNumArgOperands(inst);
}

void operands_release(struct asm_operands *o) { vec_release(&o->list); }

/* ---- names ------------------------------------------------------------------------------------------ */

static bool is_ours(LLVMValueRef global) { return global && (!LLVMIsAFunction(global) || !LLVMIsDeclaration(global)); }

/* A name that an asm label gives has a mark in front. */
static bool names_ours(LLVMModuleRef module, const char *word, size_t len) {
    char name[MOST_NAME];
    if (len + 2 > sizeof name) return true; /* not known */
    snprintf(name, sizeof name, "\1%.*s", (int)len, word);
    for (int marked = 0; marked < 2; marked++) {
        const char *s = marked ? name : name + 1;
        if (LLVMGetNamedGlobal(module, s) || LLVMGetNamedGlobalAlias(module, s, strlen(s)) ||
            is_ours(LLVMGetNamedFunction(module, s)))
            return true;
    }
    return false;
}

/* ---- jumps ------------------------------------------------------------------------------------------ */

/* An address that is known not to be one of the program's functions, nor of its variables. */
static bool is_outside(LLVMValueRef v) {
    while (LLVMIsAConstantExpr(v)) v = LLVMGetOperand(v, 0);
    return LLVMIsAGlobalValue(v) && LLVMIsDeclaration(v);
}

/* Behind "call" or "jmp": a name is looked at as a name; a number is a label. */
static bool goes_anywhere(const struct asm_operands *o, const char *p, const char *end) {
    bool star = false;
    for (; p < end && (*p == ' ' || *p == '\t' || *p == '*'); p++) star |= *p == '*';
    if (p == end || *p != '$') return star;
    if (++p < end && *p == '{') p++;
    if (p == end || !isdigit((unsigned char)*p)) return true;
    unsigned long n = strtoul(p, NULL, 10);
    return n >= o->list.len || !o->list.data[n].value || !is_outside(o->list.data[n].value);
}

static bool begins(const char *word, size_t len, const char *with) {
    return len >= strlen(with) && !memcmp(word, with, strlen(with));
}

/* Words by which execution goes on elsewhere, or which give words another meaning. */
static bool leaves(const struct asm_operands *o, const char *word, const char *stop, const char *end) {
    size_t len = (size_t)(stop - word);
    if (begins(word, len, "ret") || begins(word, len, "iret") || begins(word, len, ".intel")) return true;
    if (*word == 'l' && len > 1) word++, len--; /* far */
    return (begins(word, len, "call") || begins(word, len, "jmp")) && goes_anywhere(o, stop, end);
}

/* ---- the text ---------------------------------------------------------------------------------------- */

static bool is_of_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

/* Behind a word or, at a $, an operand. C's $ is $$. */
static const char *skip_one(const char *p, const char *end) {
    if (*p == '$' && p + 1 < end && p[1] == '{') {
        while (p < end && *p != '}') p++;
        return p < end ? p + 1 : p;
    }
    if (*p == '$' && p + 1 < end && p[1] == '$') return p + 2;
    for (p++; p < end && is_of_word(*p); p++) {}
    return p;
}

static const char *skip_quoted(const char *p, const char *end) {
    const char *stop = memchr(p + 1, '"', (size_t)(end - p - 1));
    return stop ? stop + 1 : end;
}

/* Does a statement begin with the word, and is it an instruction: no label, nor a name that gets a value? */
static bool is_instruction(const char *text, const char *word, const char *stop, const char *end) {
    while (word > text && (word[-1] == ' ' || word[-1] == '\t')) word--;
    while (stop < end && (*stop == ' ' || *stop == '\t')) stop++;
    bool begins = word == text || word[-1] == '\n' || word[-1] == ';';
    return begins && (stop == end || (*stop != ':' && *stop != '='));
}

bool operands_miss(const struct asm_operands *o, LLVMModuleRef module, const char *text, size_t len) {
    const char *end = text + len, *next;
    for (const char *p = text; p < end; p = next) {
        bool is_register = p > text && p[-1] == '%';
        next = *p == '"' ? skip_quoted(p, end) : *p == '$' || is_of_word(*p) ? skip_one(p, end) : p + 1;
        if (!is_of_word(*p) || isdigit((unsigned char)*p) || is_register) continue;
        bool named = !is_instruction(text, p, next, end) && names_ours(module, p, (size_t)(next - p));
        if (named || leaves(o, p, next, end)) return true;
    }
    return false;
}
