// RUN: rm -rf %t && mkdir %t && sh -c 'echo old > %t/data'
// RUN: %replay CONFIRMED assertion-failure:17 -DFOLDER='"%t/"' %s -- x=i32:1
// RUN: sh -c 'test "$(cat %t/data)" = old && test "$(ls %t)" = data'
// What the program writes, removes or renames are not the user's files.
#include <assert.h>
#include <stdio.h>
int main(void) {
    char text[20] = "";
    FILE *f = fopen(FOLDER "data", "a+");
    fputs("more", f);
    fclose(f);
    f = fopen(FOLDER "new", "w");
    fclose(f);
    rename(FOLDER "new", FOLDER "newer");
    f = fopen(FOLDER "data", "r");
    if (!f || !fgets(text, 20, f) || !fgets(text, 20, f)) return 1;
    assert(text[0] != 'm');
    remove(FOLDER "data");
    return 0;
}
