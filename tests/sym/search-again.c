// A search that begins where another has ended: whether something was found is decided, and where it begins if that is one
// of few places. What lies behind the bytes that were read is not looked at.
// RUN: %safe --engine=explore --sym-stdin 4 %s
// RUN: %unsafe --engine=explore --sym-stdin 8 %s | %check %s
// RUN: %safe --engine=explore --sym-stdin 4 -DLAST %s
// RUN: %safe --engine=explore --sym-stdin 4 -m32 %s
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
    char *buffer = malloc(8216);
    if (!buffer) return 0;
    long n = read(0, buffer, 8192), lines = 0;
    if (n <= 0) return 0;
    char *end = buffer + n, *p = buffer;
#ifdef LAST
    while ((p = memrchr(buffer, '\n', end - buffer))) end = p, ++lines;
#else
    // CHECK: loop ends after {{[5-8]}} rounds
    while ((p = memchr(p, '\n', end - p))) ++p, ++lines;
#endif
    if (lines > 4) reach_error();
    if (buffer[n - 1] != '\n') lines++;
    if (lines > 4) reach_error();
    free(buffer);
    return 0;
}
