/* A call of malloc without a header takes malloc's type from the compiler, which knows it,
 * and not `int malloc()`. With -fno-builtin clang forgets what it knows, so we say it. */
#include "front/compile/compile.h"

#include <string.h>

#include "base/str.h"

static const struct {
    const char *name, *text;
} table[] = {
#define PROTOTYPE(result, name, params) {#name, result " " #name params},
#include "front/compile/implicit.def"
#undef PROTOTYPE
};

static const char *find(const char *name) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0) return table[i].text;
    return NULL;
}

/* int NAME() */
static bool has_no_prototype(LLVMValueRef fn) {
    LLVMTypeRef type = LLVMGlobalGetValueType(fn), result = LLVMGetReturnType(type);
    return LLVMIsDeclaration(fn) && LLVMIsFunctionVarArg(type) && LLVMCountParamTypes(type) == 0 &&
           LLVMGetTypeKind(result) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(result) == 32;
}

bool implicit_declarations(LLVMModuleRef module, struct str *out) {
    size_t before = out->len, len;
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        const char *text = has_no_prototype(fn) ? find(LLVMGetValueName2(fn, &len)) : NULL;
        if (text) str_addf(out, "extern %s;\n", text);
    }
    return out->len > before;
}
