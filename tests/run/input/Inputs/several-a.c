#ifndef SHIFT
#define SHIFT 0
#endif
int shared = 100;
static int hidden = 20;
static int helper(void) { return hidden++; }
int a_next(void) { return helper() + helper() + SHIFT; }
__attribute__((weak)) int weak_or_strong(void) { return 1; }
