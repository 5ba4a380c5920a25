/* The models of libatomic, so that native programs need none. */
#include "../runtime/atomic.c" /* NOLINT */

/* clang calls these where the processor has no instruction for 128 bits. One thread runs at a time (replay/threads.c). */
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 word;

word shrike_load_16(word *m, int order) __asm__("__atomic_load_16");
word shrike_load_16(word *m, int order) { return (void)order, *m; }
void shrike_store_16(word *m, word v, int order) __asm__("__atomic_store_16");
void shrike_store_16(word *m, word v, int order) { (void)order, *m = v; }
bool shrike_compare_exchange_16(word *m, word *expected, word v, int order, int other) __asm__("__atomic_compare_exchange_16");
bool shrike_compare_exchange_16(word *m, word *expected, word v, int order, int other) {
    (void)order, (void)other;
    bool equal = *m == *expected;
    *(equal ? m : expected) = equal ? v : *m;
    return equal;
}

#define CHANGES(name, value)                                              \
    word shrike_##name##_16(word *m, word v, int order) __asm__("__atomic_" #name "_16"); \
    word shrike_##name##_16(word *m, word v, int order) {                 \
        word old = *m;                                                    \
        (void)order, *m = (value);                                        \
        return old;                                                       \
    }
CHANGES(exchange, v)
CHANGES(fetch_add, old + v)
CHANGES(fetch_sub, old - v)
CHANGES(fetch_and, old & v)
CHANGES(fetch_or, old | v)
CHANGES(fetch_xor, old ^ v)
CHANGES(fetch_nand, ~(old & v))
#endif
