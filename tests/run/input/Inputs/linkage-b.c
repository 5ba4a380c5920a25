#include "linkage.h"

extern int doubled(int x);
extern int tripled(int x);

static int count = 20;
static int bump(void) { return ++count; }
int common_number;
char common_bytes[16];
int weak_number = 2;
int weak_function(void) { return 2; }
int weak_alias(void) { return 4; }

int other(int x) { return bump() + x + tripled(1); }
int shared_state(void) { return common_number + count; }
int (*other_doubled(void))(int) { return doubled; }
const char *other_bytes(void) {
    for (int i = 1; i < 15; i++) common_bytes[i] = (char)('a' + i);
    return common_bytes;
}
