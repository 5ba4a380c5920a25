#include "front/formats.h"

#include <string.h>

char format_letter(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind: return 'f';
    case LLVMDoubleTypeKind: return 'd';
    case LLVMX86_FP80TypeKind: return 'l';
    default: return 0;
    }
}

bool format_lists(const char *const *names, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(names[i]);
        if (strncmp(name, names[i], len) == 0 && (!name[len] || ((name[len] == 'f' || name[len] == 'l') && !name[len + 1]))) return true;
    }
    return false;
}
