/* The user's program prepared for native replay.
 *
 * The same bitcode that the engine executes gets calls of the replay library
 * (replay/): where storage is created without a value, where a function is
 * called through a pointer, before library functions that no sanitizer watches
 * (native_checks.def), at the start of every block. Functions that the
 * engine implements itself, the entry and the allocation functions are renamed to
 * the library's. Nothing of LLVM shows in this header.
 */
#ifndef SHRIKE_FRONT_NATIVE_INSTRUMENT_H
#define SHRIKE_FRONT_NATIVE_INSTRUMENT_H

#include "front/front.h"

struct str;

enum instrument {
    INSTRUMENT_TRACE = 1,       /* __shrike_trace(number) in every block; numbers from 0 */
    INSTRUMENT_REPLAY = 2,      /* names and hooks of the replay library */
    INSTRUMENT_ADDRESS = 4,     /* all functions are for AddressSanitizer */
    INSTRUMENT_MEMORY = 8,      /* ... for MemorySanitizer, with uses that it does not look at */
    INSTRUMENT_ARITHMETIC = 16, /* shifts, overflow, unreachable: for bitcode, which UBSan cannot check */
};

/* Compiles or reads the input's files, links and instruments them, and writes
 * bitcode to `output`. `functions` (may be NULL) gets the names of the functions
 * that the program defines, each followed by a newline; *is32 whether it is a 32-bit
 * program, which bitcode decides for itself. False after a message on
 * standard error. */
bool front_instrument(struct context *ctx, const struct front_input *input, unsigned what, const char *output,
                      struct str *functions, bool *is32);

#endif
