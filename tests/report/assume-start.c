// How a program is started is an assumption of the proof, named if the program looks at it, with
// the option that lifts it. Every command that promises something says so.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %safe "--scope=no arguments" -DARGS %s | %check %s --check-prefix ARGS
// RUN: %safe "--scope=no arguments" -DARGS -m32 %s | %check %s --check-prefix ARGS
// RUN: %safe "--scope=no arguments" -DARGS --engine=interpolate %s | %check %s --check-prefix ARGS
// RUN: %safe "--scope=no arguments" -DARGS --engine=cdse %s | %check %s --check-prefix ARGS
// RUN: %safe "--scope=no arguments" -DARGS --engine=dash %s | %check %s --check-prefix ARGS
// RUN: %safe "--scope=no arguments" -DARGS --engine=bmc %s | %check %s --check-prefix ARGS
// RUN: %safe "--scope=no arguments" -DARGS --engine=concolic %s | %check %s --check-prefix ARGS
// RUN: %shrike test -DARGS %s --output %t/out 2>&1 | %check %s --check-prefix ARGS
// RUN: %shrike fuzz -DARGS --jobs 2 %s --output %t/fuzz 2>&1 | %check %s --check-prefix ARGS
// RUN: %shrike reach -DARGS %s:51 2>&1 | %check %s --check-prefix ARGS
// ARGS: assuming that the program starts without arguments (--sym-args adds some as inputs), under the name '{{.*}}assume-start.c' ({{.*}}assume-start.c:44)
// Lifted, the error is there; what remains of the assumption is said, too.
// RUN: %unsafe -DARGS --sym-args 0-1x8 %s
// RUN: %safe -DARGS --sym-args 0-1x2 %s | %check %s --check-prefix SOME
// SOME: assuming that the program has only the arguments of --sym-arg, --sym-args and the command line
// RUN: %shrike verify -DARGS %s -- abc 2>&1 | %check %s --check-prefix GIVEN
// GIVEN: assuming that the program starts with the given arguments
// Who does not look at it assumes nothing.
// RUN: %safe -DNOTHING %s | %check %s --check-prefix NOTHING
// NOTHING-NOT: assuming
// NOTHING: executing
// The environment.
// RUN: %safe "--scope=empty environment" -DENVP %s | %check %s --check-prefix ENV
// RUN: %safe "--scope=empty environment" -DENVIRON %s | %check %s --check-prefix ENV
// RUN: %safe "--scope=empty environment" -DGETENV %s | %check %s --check-prefix GETENV
// ENV-NOT: the program starts
// ENV: assuming that the environment is empty
// GETENV: assuming that the environment is empty ({{.*}}assume-start.c:68)
// Machines are told as well.
// RUN: %shrike verify -DARGS %s --json %t/a.json --sarif %t/a.sarif --junit %t/a.xml --html %t/a.html
// RUN: %valid sarif %t/a.sarif
// RUN: %valid junit %t/a.xml
// RUN: cat %t/a.json %t/a.sarif | %check %s --check-prefix FILES
// RUN: cat %t/a.xml %t/a.html | %check %s --check-prefix FILES
// FILES: the program starts without arguments
// FILES: the program starts without arguments
#include <stdlib.h>
#include <string.h>
extern char **environ;
#if defined ARGS
int main(int argc, char **argv) {
    char b[4];
    if (argc < 2) return 0;
    strcpy(b, argv[1]);
    if (argc == 2) return b[0];
    int sum = 0;
    for (int i = 0; i < argc; i++)
        sum += i; // UNREACHABLE
    return sum;
}
#elif defined NOTHING
int main(int argc, char **argv, char **envp) {
    return 0;
}
#elif defined ENVP
int main(int argc, char **argv, char **envp) {
    return envp[0] ? *(volatile int *)0 : 0;
}
#elif defined ENVIRON
int main(void) {
    return environ[0] ? *(volatile int *)0 : 0;
}
#else
int main(void) {
    if (getenv("HOME")) return *(volatile int *)0;
    return 0;
}
#endif
