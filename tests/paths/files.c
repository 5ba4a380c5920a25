/* args: --sym-files 1x3 */
/* a symbolic file */
#include <stdio.h>
int main(void) {
    FILE *f = fopen("A", "r");
    if (!f) return 1;
    int c, lines = 0, comment = 0;
    while ((c = fgetc(f)) != EOF) {
        if (c == '#') comment = 1;
        else if (c == '\n') lines++, comment = 0;
        else if (!comment && c == ';') break;
    }
    fclose(f);
    return lines;
}
