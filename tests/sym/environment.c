// REQUIRES: shrike
// The environment is empty, or what --env and --sym-env say; so it is natively.
// RUN: %safe "--scope=empty environment" --engine=explore %s | %check %s --check-prefix=EMPTY
// RUN: not %shrike verify --engine=explore -DSYMBOLIC --sym-env MODE=5 %s 2>&1 | FileCheck %s --check-prefix=SYMBOLIC
// RUN: not %shrike verify --engine=explore -DFIXED --env MODE=abcdef %s 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: not env -u HOME LC_ALL=C %shrike run -DFIXED --env MODE=abcdef %s 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not %shrike verify --sym-env =3 %s 2>&1 | FileCheck %s --check-prefix=WRONG
#include <assert.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv, char **envp) {
    char room[4];
    const char *mode = getenv("MODE");
    (void)argc, (void)argv;
    assert(!getenv("HOME") && strcmp(setlocale(LC_ALL, ""), "C") == 0);
#ifdef SYMBOLIC
    assert(mode && strncmp(envp[0], "MODE=", 5) == 0);
    if (mode[0] == 'x') strcpy(room, mode);
#elif defined FIXED
    assert(mode && strcmp(mode, "abcdef") == 0);
    strcpy(room, mode);
#else
    assert(!mode && !envp[0]);
#endif
    return 0;
}
// EMPTY: assuming that the environment is empty (--env and --sym-env add variables)
// SYMBOLIC: out-of-bounds write
// SYMBOLIC: env MODE =
// SYMBOLIC: {{^}}UNSAFE
// HOST: out-of-bounds write
// FIXED: --with 'bytes env MODE="abcdef\0"'
// FIXED: {{^}}UNSAFE
// WRONG: --sym-env =3: expected NAME or NAME=LENGTH
