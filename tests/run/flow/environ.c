// RUN: %same %s
#include <stdio.h>
#include <string.h>

extern char **environ;

int main(int argc, char **argv, char **envp) {
    (void)argc;
    (void)argv;
    int n = 0, ok = 1;
    for (char **e = envp; *e; e++, n++) ok &= strchr(*e, '=') != NULL;
    printf("%d %d\n", ok, environ != NULL);
    return 0;
}
