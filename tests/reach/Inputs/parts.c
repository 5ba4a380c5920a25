#include "a/part.h"
#include "b/part.h"
int main(int argc, char **argv) {
    (void)argv;
    return argc > 1 ? part_a(argc) : part_b(argc);
}
