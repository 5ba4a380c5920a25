// RUN: %shrike run %s
// REQUIRES: shrike
int completely_unknown_function(int);

int main(int argc, char **argv) {
    (void)argv;
    return argc > 3 ? completely_unknown_function(3) : 0;
}
