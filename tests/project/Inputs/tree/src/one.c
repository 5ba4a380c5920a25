int parse(const char *s);
int main(int argc, char **argv) {
    return argc > 1 && parse(argv[1]) == 7 ? 1 / (argc - 1 - SHIFT) : 0;
}
