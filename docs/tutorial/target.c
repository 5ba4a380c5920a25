#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 3 && data[0] == 'P' && data[1] == 'K') return 100 / (data[2] - data[3]);
    return 0;
}
