#include "lib.h"
static int hidden(int x) { return x * 2; }
int twice(int x) { return hidden(x); }
