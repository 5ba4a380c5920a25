static inline int clip(int x) {
    if (x > 100)
        return 100; // REACHABLE
    if (x < -100)
        return -100; // UNREACHABLE
    return x; // REACHABLE
}
static inline int unused(int x) {
    return -x; // UNREACHABLE
}
