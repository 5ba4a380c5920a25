static int part_b(int x) {
    return x + 2;
}
