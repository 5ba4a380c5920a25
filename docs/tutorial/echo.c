#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[8];
    if (argc == 2 && strcmp(argv[1], "-n") == 0 && fgets(line, sizeof line, stdin)) line[strlen(line)] = 0;
    if (argc == 2 && strcmp(argv[1], "-x") == 0) line[argv[1][2] + 8] = 0;
    return 0;
}
