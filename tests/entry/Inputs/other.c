int shared = 2;
static int half(int x) { return x % 2; }
int twice(int x) { return half(x) * 2; }
