/* Names of floating point: the letter of a type, and functions of math.h in their three formats. */
#ifndef SHRIKE_FRONT_FORMATS_H
#define SHRIKE_FRONT_FORMATS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

/* f, d or l: float, double, long double of x87. 0: another type. */
char format_letter(LLVMTypeRef type);
/* Does the name stand in the list, by itself or with f or l behind it? */
bool format_lists(const char *const *names, size_t n, const char *name);
#define FORMAT_LISTS(names, name) format_lists(names, sizeof(names) / sizeof *(names), name)

#endif
