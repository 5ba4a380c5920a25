// RUN: %unsafe --sym-files 1x4 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    FILE *f = fopen("A", "r");
    assert(f);
    char s[8];
    assert(fread(s, 1, sizeof s, f) == 4);
    fclose(f);
    // CHECK: assertion failed
    // CHECK: {{^}}    A-data = "\177ELF" (4 bytes){{$}}
    assert(memcmp(s, "\177ELF", 4) != 0);
    return 0;
}
