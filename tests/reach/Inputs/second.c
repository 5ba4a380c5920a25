#include "../Inputs/clip.h"
int other(int x);
static int hidden(int x) { // REACHABLE
    return clip(x) + 1; // REACHABLE
}
int other(int x) {
    if (x < 0)
        return 0; // UNREACHABLE
    return hidden(x);
}
