/* stdlib.h: handlers run in reverse, streams are flushed after them */
#include "common.h"

static void first(void) { puts("first registered"); }
static void nested(void) { puts("registered by a handler"); }
static void second(void) {
    puts("second registered");
    atexit(nested);
}
static void with_status(int status, void *arg) { printf("status %d %s\n", status, (char *)arg); }
static void leaves(void) {
    puts("exits again");
    exit(9);
}

int main(int argc, char **argv) {
    atexit(first);
    on_exit(with_status, "argument");
    atexit(leaves);
    atexit(second);
    printf("%d %s %s", argc, argv[1], argv[2]);
    fprintf(stderr, "unbuffered\n");
    exit(5);
}
