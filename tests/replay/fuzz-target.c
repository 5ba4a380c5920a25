// RUN: %replay CONFIRMED out-of-bounds:8 %s -- data=raw:abc
// RUN: %replay NOT-CONFIRMED out-of-bounds:8 %s -- data=raw:bbc
// RUN: %replay DIVERGED out-of-bounds:8 %s --
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return size > 2 && data[0] == 'a' ? data[size] & 1 : 0;
}
