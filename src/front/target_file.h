/* Source files as debug information names them.
 *
 * One file may go by several names ("a.h", "./a.h", "sub/../a.h"): numbers are given
 * to files, not to names. 0 is "no file".
 */
#ifndef SHRIKE_FRONT_TARGET_FILE_H
#define SHRIKE_FRONT_TARGET_FILE_H

#include <llvm-c/Core.h>

#include "base/map.h"
#include "base/vec.h"

struct str;

struct target_files {
    struct map scopes;   /* LLVMMetadataRef to file number */
    struct strmap paths; /* resolved path to file number */
    VEC(char *) names;   /* resolved paths; [0] is unused */
};

void target_files_init(struct target_files *files);
void target_files_release(struct target_files *files);
/* The file of a debug scope. */
uint32_t target_files_of(struct target_files *files, LLVMMetadataRef scope);
/* The file, among those seen so far, that the user means by the first len
 * characters of `given`: its path, or the end of its path. 0 after adding a message. */
uint32_t target_files_find(const struct target_files *files, const char *given, size_t len,
                           struct str *error);

#endif
