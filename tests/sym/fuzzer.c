// RUN: %unsafe --fuzz-size=8 %s | %check %s
#include <stddef.h>
#include <stdint.h>

/* The buffer is exactly as large as size says. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || data[0] != 'F' || data[1] != 'U') return 0;
    // CHECK: fuzzer.c:[[#@LINE+3]]:{{.*}}out-of-bounds read of 1 byte: right at the end of the 2-byte
    // CHECK: {{^}}    data = {{.*"FU"}}
    // CHECK: {{^}}    size = 2{{$}}
    return data[2] == 'Z';
}
