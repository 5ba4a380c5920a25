// RUN: %same -O2 %s
// RUN: %same -O2 -std=gnu89 -DOLD %s
// Inline bodies of names that the library has: the program's own, and one that means the library's.
#ifdef OLD
#define ONLY_INLINE extern inline
#else
#define ONLY_INLINE inline
#endif
int printf(const char *, ...);
unsigned long strlen(const char *);

ONLY_INLINE int index(int a, int b) { return a * 10 + b; }
ONLY_INLINE int ffs(int x) { return __builtin_ffs(x); }
extern inline __attribute__((gnu_inline, always_inline)) unsigned long strlen(const char *s) { return __builtin_strlen(s); }

int main(int argc, char **argv) {
    (void)argv;
    char text[] = "abc";
    text[1] = (char)('x' + argc);
    printf("%d %d %lu\n", index(argc, 2), ffs(8 * argc), strlen(text));
    return 0;
}
