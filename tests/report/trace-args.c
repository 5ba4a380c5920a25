// RUN: %unsafe --trace --sym-args 0-2x3 --sym-stdin 0-4 %s | %check %s
// The run is made again with the number of arguments that the error needs, and with
// standard input as long as it was then.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int count = argc;
    if (count != 3) return 0;
    char letter = argv[2][0];
    int byte = getchar();
    int end = getchar();
    // CHECK: assignments before the error
    // CHECK: trace-args.c:8:9 in main: count = 3
    // CHECK-NEXT: trace-args.c:10:10 in main: letter = 120
    // CHECK-NEXT: trace-args.c:11:9 in main: byte = 121
    // CHECK-NEXT: trace-args.c:12:9 in main: end = -1
    // CHECK: assertion failed
    assert(letter != 'x' || byte != 'y' || end != EOF);
    return 0;
}
