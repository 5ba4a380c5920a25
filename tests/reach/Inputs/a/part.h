static int part_a(int x) {
    return x + 1;
}
