// RUN: %replay CONFIRMED error-reached:21 %s -- arg00=text:go A-data=raw:hello stdin=raw:zzz
// RUN: %replay ASSUMPTION error-reached:21 %s -- arg00=text:go A-data=raw:hello stdin=raw:yyy
// RUN: %replay NOT-CONFIRMED error-reached:21 %s -- arg00=text:go A-data=raw:jello stdin=raw:zzz
// RUN: %replay NOT-CONFIRMED error-reached:21 %s -- arg00=text:no A-data=raw:hello stdin=raw:zzz
// RUN: %replay CONFIRMED out-of-bounds:23 %s -- arg00=text:go arg01=text:1234
// RUN: %replay NOT-CONFIRMED out-of-bounds:23 %s -- arg00=text:go arg01=text:12345
// Arguments, standard input and files come from the test.
#include <stdio.h>
#include <string.h>
#include <shrike.h>
void reach_error(void);

int main(int argc, char **argv) {
    char text[10] = "";
    if (argc == 2 && strcmp(argv[1], "go") == 0) {
        FILE *f = fopen("A", "r");
        if (!f || !fgets(text, sizeof text, f)) return 1;
        fclose(f);
        int c = getchar();
        shrike_assume(c == 'z');
        if (text[0] == 'h') reach_error();
    }
    if (argc == 3) return argv[2][5];
    return 0;
}
