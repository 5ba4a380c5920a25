/* Functions that a text defines, read off its brackets: enough to know in which of them a line is. */
#ifndef SHRIKE_SERVE_FUNCTIONS_H
#define SHRIKE_SERVE_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct text_function {
    char *name;
    uint32_t first, line, last; /* lines from 0 on: of its beginning, its name and its closing bracket */
};
typedef VEC(struct text_function) function_list;

void functions_find(const char *text, function_list *found);
void functions_release(function_list *list);
/* The function that the line belongs to; NULL: none. */
const struct text_function *functions_at(const function_list *list, uint32_t line);
const struct text_function *functions_named(const function_list *list, const char *name);

#endif
