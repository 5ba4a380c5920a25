// RUN: %replay CONFIRMED out-of-bounds:7 %s -- arg00=bytes:610000
// RUN: %replay NOT-CONFIRMED out-of-bounds:7 %s -- arg00=bytes:616200
// RUN: %replay CONFIRMED out-of-bounds:7 %s -- arg00=bytes:61
// An argument ends with its first NUL.
#include <string.h>
int main(int argc, char **argv) {
    return argc == 2 ? argv[1][2] : 0;
}
