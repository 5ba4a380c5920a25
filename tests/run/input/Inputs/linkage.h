/* Inline functions of a header; one of the files says `extern` and so has the external definition. */
inline int doubled(int x) { return x * 2; }
inline int tripled(int x) { return doubled(x) + x; }
int shared_state(void);
int (*other_doubled(void))(int);
const char *other_bytes(void);
