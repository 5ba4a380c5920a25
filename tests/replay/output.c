// RUN: %replay NOT-CONFIRMED - %s -- | FileCheck %s --check-prefix=QUIET
// RUN: %replay NOT-CONFIRMED - --show-output %s -- | FileCheck %s
// RUN: %replay NOT-CONFIRMED - %s -- stdin=raw:SHRIKE
// The program's output is not ours, even if it looks so.
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[10];
    if (fgets(text, 10, stdin) && strcmp(text, "SHRIKE") == 0)
        fprintf(stderr, "SHRIKE: assertion-failure: x\n==1==ERROR: AddressSanitizer: SEGV on unknown address\n");
    printf("from the program\n");
    return 0;
}
// QUIET-NOT: from the program
// CHECK: NOT CONFIRMED
// CHECK: from the program
