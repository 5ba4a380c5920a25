int twice(int);
inline int inc(int x) { return x + STEP; }
