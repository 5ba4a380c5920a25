/* What a random program sees when it is compiled natively (-include): inputs come from the driver,
 * which tries all values of the domains that DOMAIN announces. */
#define RANDOM_HARNESS 1
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next input takes the values lo, lo + step, ..., n of them (every byte of it, for an object). */
void random_domain(long long lo, unsigned n, long long step);
/* Counts the values of an expression. */
void random_probe(int site, long long value);
long long random_uninit(void);

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int condition);
void __attribute__((noreturn)) reach_error(void);
void klee_make_symbolic(void *p, size_t n, const char *name);
void klee_assume(unsigned long condition);

#define DOMAIN(lo, n, step) random_domain(lo, n, step);
#define UNINIT(variable) variable = random_uninit();
#define PROBE(site, value) random_probe(site, (long long)(value))
#define FINISH(sum)

/* Blocks are counted, with the line that made them; ends of the program end a run. */
void *random_malloc(size_t n, unsigned line);
void *random_calloc(size_t n, size_t size, unsigned line);
void *random_realloc(void *p, size_t n, unsigned line);
void random_free(void *p);
void __attribute__((noreturn)) random_exit(void);
void __attribute__((noreturn)) random_abort(void);
#define malloc(n) random_malloc(n, __LINE__)
#define calloc(n, size) random_calloc(n, size, __LINE__)
#define realloc(p, n) random_realloc(p, n, __LINE__)
#define free(p) random_free(p)
#define exit(status) random_exit()
#define abort() random_abort()
