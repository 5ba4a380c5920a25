// RUN: %same %s
#include <stdio.h>
#include <string.h>

enum { W = 16, H = 10 };
static const char *const start[] = {" #", "  #", "###"};

static void step(char world[H][W]) {
    char next[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy) n += world[(y + dy + H) % H][(x + dx + W) % W];
            next[y][x] = n == 3 || (n == 2 && world[y][x]);
        }
    memcpy(world, next, sizeof next);
}

int main(void) {
    char world[H][W] = {{0}};
    for (int y = 0; y < 3; y++)
        for (int x = 0; start[y][x]; x++) world[y][x] = start[y][x] == '#';
    for (int i = 0; i < 12; i++) step(world);
    for (int y = 0; y < H; y++, putchar('\n'))
        for (int x = 0; x < W; x++) putchar(world[y][x] ? '#' : '.');
    return 0;
}
