/* two dimensions: a path through a maze of walls */
extern unsigned char nondet_uchar(void);
static const char maze[4][5] = {"#..#", "..#.", "#...", "##.."};
int main(void) {
    int x = 1, y = 0, steps = 0;
    for (int i = 0; i < 5; i++) {
        int nx = x, ny = y;
        switch (nondet_uchar() & 3) {
        case 0: nx++; break;
        case 1: nx--; break;
        case 2: ny++; break;
        case 3: ny--; break;
        }
        if (nx < 0 || nx > 3 || ny < 0 || ny > 3 || maze[ny][nx] == '#') return 1;
        x = nx, y = ny, steps++;
        if (x == 3 && y == 3) return 2;
    }
    return 3;
}
