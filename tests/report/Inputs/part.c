static int twice(int n) { return n; }
int shift(int n) { return twice(n); }
