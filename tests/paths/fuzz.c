/* args: --fuzz-size 4 */
/* the entry of a fuzzer */
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    if (data[0] == 'F' && data[1] == 'U')
        if (data[2] == 'Z') return 1; /* reads behind the end */
    return 0;
}
