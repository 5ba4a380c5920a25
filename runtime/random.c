/*
 * stdlib.h: random numbers, the sequences of glibc. random() is an additive feedback generator
 * r[i] = r[i-sep] + r[i-deg] over a table of deg words (or, with the smallest state, a linear
 * congruential one); the first word of a state array says which, and where its pointers are.
 * drand48() and its family is X = a X + c modulo 2^48.
 */
#include "rt.h"

#include <stdlib.h>
#include <sys/random.h>

enum { TYPES = 5 };
static const unsigned char degrees[TYPES] = {0, 7, 15, 31, 63};
static const unsigned char separations[TYPES] = {0, 3, 1, 3, 1};
static const unsigned short least_size[TYPES] = {8, 32, 64, 128, 256};

static int32_t initial_state[32];
static struct random_data shared; /* state is NULL until first use */

static void seed_table(unsigned seed, struct random_data *d) {
    d->state[0] = (int32_t)(seed ? seed : 1);
    if (d->rand_type == 0) return;
    int64_t word = d->state[0];
    for (int i = 1; i < d->rand_deg; i++) {
        /* 16807 * word modulo 2^31 - 1, in Schrage's form: negative words stay meaningful. */
        int64_t high = word / 127773, low = word % 127773;
        word = 16807 * low - 2836 * high;
        if (word < 0) word += 2147483647;
        d->state[i] = (int32_t)word;
    }
    d->fptr = d->state + d->rand_sep;
    d->rptr = d->state;
}

static int32_t next_random(struct random_data *d) {
    if (d->rand_type == 0) {
        uint32_t word = ((uint32_t)d->state[0] * 1103515245u + 12345u) & 0x7fffffff;
        d->state[0] = (int32_t)word;
        return (int32_t)word;
    }
    uint32_t sum = (uint32_t)*d->fptr + (uint32_t)*d->rptr;
    *d->fptr = (int32_t)sum;
    if (++d->fptr >= d->end_ptr) d->fptr = d->state;
    if (++d->rptr >= d->end_ptr) d->rptr = d->state;
    return (int32_t)(sum >> 1);
}

static void seed_random(unsigned seed, struct random_data *d) {
    seed_table(seed, d);
    if (d->rand_type == 0) return;
    for (int i = 0; i < 10 * d->rand_deg; i++) next_random(d);
}

/* Leaves in the current state array what setstate needs to come back to it. */
static void save_position(struct random_data *d) {
    int position = d->rand_type ? (int)(d->rptr - d->state) : 0;
    d->state[-1] = TYPES * position + d->rand_type;
}

static void use_table(struct random_data *d, int32_t *state, int type) {
    d->rand_type = type;
    d->rand_deg = degrees[type];
    d->rand_sep = separations[type];
    d->state = state;
    d->end_ptr = state + degrees[type];
}

static int init_random(unsigned seed, char *buf, size_t n, struct random_data *d) {
    if (n < least_size[0]) return rt_fail(EINVAL);
    int type = TYPES - 1;
    while (n < least_size[type]) type--;
    if (d->state) save_position(d);
    use_table(d, (int32_t *)(void *)buf + 1, type);
    seed_random(seed, d);
    save_position(d);
    return 0;
}

static int switch_state(char *buf, struct random_data *d) {
    int32_t *words = (int32_t *)(void *)buf;
    int type = words[0] % TYPES, position = words[0] / TYPES;
    if (words[0] < 0) return rt_fail(EINVAL);
    if (d->state) save_position(d);
    use_table(d, words + 1, type);
    if (type == 0) return 0;
    d->rptr = d->state + position;
    d->fptr = d->state + (position + d->rand_sep) % d->rand_deg;
    return 0;
}

static struct random_data *shared_data(void) {
    if (!shared.state) init_random(1, (char *)initial_state, sizeof initial_state, &shared);
    return &shared;
}

/* A seed that depends on the input makes every number possible. */
static bool any_number;

static void set_seed(unsigned seed) {
    any_number = __shrike_exploring() && __shrike_symbolic(&seed, sizeof seed);
    if (!any_number) seed_random(seed, shared_data());
}

static int32_t shared_next(void) {
    if (any_number) return (int32_t)__shrike_word("rand", 0, RAND_MAX);
    return next_random(shared_data());
}

long random(void) { return shared_next(); }
int rand(void) { return shared_next(); }
void srandom(unsigned seed) { set_seed(seed); }
void srand(unsigned seed) { set_seed(seed); }

char *initstate(unsigned seed, char *buf, size_t n) {
    char *old = (char *)(shared_data()->state - 1);
    return init_random(seed, buf, n, &shared) < 0 ? NULL : old;
}

char *setstate(char *buf) {
    char *old = (char *)(shared_data()->state - 1);
    return switch_state(buf, &shared) < 0 ? NULL : old;
}

int random_r(struct random_data *restrict d, int32_t *restrict result) {
    *result = next_random(d);
    return 0;
}

int srandom_r(unsigned seed, struct random_data *d) {
    seed_random(seed, d);
    return 0;
}

int initstate_r(unsigned seed, char *restrict buf, size_t n, struct random_data *restrict d) {
    return init_random(seed, buf, n, d);
}

int setstate_r(char *restrict buf, struct random_data *restrict d) { return switch_state(buf, d); }

int rand_r(unsigned *seed) {
    uint32_t next = *seed, result = 0;
    for (int i = 0; i < 3; i++) {
        next = next * 1103515245u + 12345u;
        uint32_t bits = next / 65536;
        result = i == 0 ? bits % 2048 : (result << 10) ^ (bits % 1024);
    }
    *seed = next;
    return (int)result;
}

/* ---- the 48 bit family; __x holds X in three words, least significant first ---- */
static struct drand48_data shared48;

static uint64_t step48(unsigned short x[3], struct drand48_data *d) {
    if (!d->__init) {
        d->__a = 0x5deece66dull;
        d->__c = 11;
        d->__init = 1;
    }
    uint64_t v = (uint64_t)x[0] | (uint64_t)x[1] << 16 | (uint64_t)x[2] << 32;
    v = (v * d->__a + d->__c) & 0xffffffffffffull;
    x[0] = (unsigned short)v;
    x[1] = (unsigned short)(v >> 16);
    x[2] = (unsigned short)(v >> 32);
    return v;
}

/* Exact: 48 bits fit a double. */
static double fraction48(uint64_t v) { return (double)v / 281474976710656.0; }
static long positive48(uint64_t v) { return (long)(v >> 17); }
static long signed48(uint64_t v) { return (int32_t)(uint32_t)(v >> 16); }

double drand48(void) { return fraction48(step48(shared48.__x, &shared48)); }
long lrand48(void) { return positive48(step48(shared48.__x, &shared48)); }
long mrand48(void) { return signed48(step48(shared48.__x, &shared48)); }
double erand48(unsigned short x[3]) { return fraction48(step48(x, &shared48)); }
long nrand48(unsigned short x[3]) { return positive48(step48(x, &shared48)); }
long jrand48(unsigned short x[3]) { return signed48(step48(x, &shared48)); }

static void reset48(struct drand48_data *d, unsigned short a, unsigned short b, unsigned short c) {
    d->__x[0] = a;
    d->__x[1] = b;
    d->__x[2] = c;
    d->__a = 0x5deece66dull;
    d->__c = 11;
    d->__init = 1;
}

void srand48(long seed) {
    reset48(&shared48, 0x330e, (unsigned short)seed, (unsigned short)((unsigned long)seed >> 16));
}

unsigned short *seed48(unsigned short x[3]) {
    rt_memcpy(shared48.__old_x, shared48.__x, sizeof shared48.__x);
    reset48(&shared48, x[0], x[1], x[2]);
    return shared48.__old_x;
}

void lcong48(unsigned short p[7]) {
    reset48(&shared48, p[0], p[1], p[2]);
    shared48.__a = (uint64_t)p[3] | (uint64_t)p[4] << 16 | (uint64_t)p[5] << 32;
    shared48.__c = p[6];
}

int drand48_r(struct drand48_data *restrict d, double *restrict result) {
    *result = fraction48(step48(d->__x, d));
    return 0;
}

int lrand48_r(struct drand48_data *restrict d, long *restrict result) {
    *result = positive48(step48(d->__x, d));
    return 0;
}

int mrand48_r(struct drand48_data *restrict d, long *restrict result) {
    *result = signed48(step48(d->__x, d));
    return 0;
}

int srand48_r(long seed, struct drand48_data *d) {
    reset48(d, 0x330e, (unsigned short)seed, (unsigned short)((unsigned long)seed >> 16));
    return 0;
}

/* ---- unpredictable numbers are inputs ---- */
static uint32_t random_input(void) {
    uint32_t v;
    __shrike_random(&v, sizeof v);
    return v;
}

uint32_t arc4random(void) { return random_input(); }
void arc4random_buf(void *buf, size_t n) { __shrike_random(buf, n); }
uint32_t arc4random_uniform(uint32_t bound) { return bound > 1 ? random_input() % bound : 0; }

ssize_t getrandom(void *buf, size_t n, unsigned flags) {
    (void)flags;
    __shrike_random(buf, n);
    return (ssize_t)n;
}

int getentropy(void *buf, size_t n) {
    if (n > 256) return rt_fail(EIO);
    __shrike_random(buf, n);
    return 0;
}
