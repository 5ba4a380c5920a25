// RUN: %same %s
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *f = fopen("out.txt", "w+");
    if (!f) return 1;
    for (int i = 0; i < 5; i++) fprintf(f, "line %d\n", i);
    printf("%ld\n", ftell(f));
    rewind(f);
    char line[32];
    fgets(line, sizeof line, f);
    fgets(line, sizeof line, f);
    printf("%s", line);
    fseek(f, -7, SEEK_END);
    printf("%s", fgets(line, sizeof line, f));
    fseek(f, 0, SEEK_SET);
    size_t n = fread(line, 1, 10, f);
    printf("%zu %.10s\n", n, line);
    fclose(f);
    f = fopen("out.txt", "ab");
    fwrite("tail", 1, 4, f);
    fclose(f);
    f = fopen("out.txt", "rb");
    fseek(f, 0, SEEK_END);
    printf("%ld\n", ftell(f));
    fclose(f);
    printf("%d %d\n", remove("out.txt"), fopen("out.txt", "r") == NULL);
    return 0;
}
