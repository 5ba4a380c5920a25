/* What the outside decides: clocks and random numbers are inputs that the library
 * models take in exploring runs (runtime/time.c, runtime/random.c). They come from
 * the test if it has one in turn; a test made elsewhere has none, and then the real
 * function answers. */
#include "replay_rt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static const int64_t billion = 1000000000;

static int is_next(const char *name, size_t size) {
    const struct record *r = peek();
    return r && r->size == size && strcmp(record_name(r), name) == 0;
}

/* ---- clocks ------------------------------------------------------------------------- */

static const char *clock_name(clockid_t id) { return id == CLOCK_REALTIME ? "time" : "clock"; }

static int64_t take_seconds(clockid_t id) {
    int64_t seconds;
    take(&seconds, sizeof seconds, clock_name(id));
    return seconds;
}

static int32_t take_fraction(void) {
    int32_t fraction;
    take(&fraction, sizeof fraction, "subsecond");
    return fraction;
}

static int64_t take_units(clockid_t id, int64_t per_second) {
    int64_t seconds = take_seconds(id);
    return seconds * per_second + take_fraction();
}

static int is_given(clockid_t id) { return is_next(clock_name(id), sizeof(int64_t)); }

static int is_clock(clockid_t id) { return id >= 0 && id <= CLOCK_TAI; }

time_t __shrike_time(time_t *t) {
    if (!is_given(CLOCK_REALTIME)) return time(t);
    time_t seconds = (time_t)take_seconds(CLOCK_REALTIME);
    if (t) *t = seconds;
    return seconds;
}

clock_t __shrike_clock(void) {
    return is_given(CLOCK_PROCESS_CPUTIME_ID) ? (clock_t)take_units(CLOCK_PROCESS_CPUTIME_ID, 1000000) : clock();
}

int __shrike_clock_gettime(clockid_t id, struct timespec *t) {
    if (!is_clock(id) || !is_given(id)) return clock_gettime(id, t);
    int64_t seconds = take_seconds(id);
    *t = (struct timespec){.tv_sec = (time_t)seconds, .tv_nsec = take_fraction()};
    return 0;
}

int __shrike_timespec_get(struct timespec *t, int base) {
    if (base != TIME_UTC) return 0;
    return __shrike_clock_gettime(CLOCK_REALTIME, t) == 0 ? base : 0;
}

int __shrike_gettimeofday(struct timeval *t, void *zone) {
    struct timespec exact;
    if (!is_given(CLOCK_REALTIME)) return gettimeofday(t, zone);
    __shrike_clock_gettime(CLOCK_REALTIME, &exact);
    *t = (struct timeval){.tv_sec = exact.tv_sec, .tv_usec = exact.tv_nsec / 1000};
    if (zone) memset(zone, 0, sizeof(struct timezone));
    return 0;
}

clock_t __shrike_times(struct tms *t) {
    if (!is_given(CLOCK_PROCESS_CPUTIME_ID)) return times(t);
    *t = (struct tms){.tms_utime = (clock_t)take_units(CLOCK_PROCESS_CPUTIME_ID, 100)};
    return (clock_t)take_units(CLOCK_MONOTONIC, 100);
}

int __shrike_getrusage(int who, struct rusage *u) {
    if (!is_given(CLOCK_PROCESS_CPUTIME_ID)) return getrusage(who, u);
    int64_t us = take_units(CLOCK_PROCESS_CPUTIME_ID, 1000000);
    memset(u, 0, sizeof *u);
    u->ru_utime.tv_sec = (time_t)(us / 1000000);
    u->ru_utime.tv_usec = (suseconds_t)(us % 1000000);
    return 0;
}

uint64_t __shrike_cycles(void) {
    uint64_t cycles;
    struct timespec t;
    if (is_next("cycles", sizeof cycles)) return take(&cycles, sizeof cycles, "cycles"), cycles;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * (uint64_t)billion + (uint64_t)t.tv_nsec;
}

/* A program that is run to see whether it fails does not set this machine's clock; under the engine it may not either. */
int __shrike_settimeofday(const struct timeval *t, const struct timezone *zone) { return (void)t, (void)zone, errno = EPERM, -1; }
int __shrike_clock_settime(clockid_t id, const struct timespec *t) { return (void)id, (void)t, errno = EPERM, -1; }
int __shrike_adjtime(const struct timeval *by, struct timeval *before) { return (void)by, (void)before, errno = EPERM, -1; }
int __shrike_reboot(int how) { return (void)how, errno = EPERM, -1; }

/* Waiting takes no time, as under the engine. */
unsigned __shrike_sleep(unsigned seconds) { return (void)seconds, 0; }
int __shrike_usleep(unsigned us) { return (void)us, 0; }

int __shrike_nanosleep(const struct timespec *t, struct timespec *left) {
    if (t->tv_nsec < 0 || t->tv_nsec >= billion || t->tv_sec < 0) return errno = EINVAL, -1;
    if (left) *left = (struct timespec){0};
    return 0;
}

int __shrike_clock_nanosleep(clockid_t id, int flags, const struct timespec *t, struct timespec *left) {
    (void)id, (void)flags, (void)left;
    return t->tv_nsec < 0 || t->tv_nsec >= billion ? EINVAL : 0;
}

/* ---- random numbers ------------------------------------------------------------------- */

/* Only after a seed that depends on an input do tests have numbers: else they
 * follow from the seed. */
static int take_number(int *number) {
    if (!is_next("rand", sizeof *number)) return 0;
    take(number, sizeof *number, "rand");
    return 1;
}

int __shrike_rand(void) {
    int number;
    return take_number(&number) ? number : rand();
}

long __shrike_random(void) {
    int number;
    return take_number(&number) ? number : random();
}

static void random_bytes(void *to, size_t n) {
    if (!n) return;
    if (is_next("random", n))
        take(to, n, "random");
    else if (getrandom(to, n, 0) != (ssize_t)n)
        stop("diverged", "the system gave too few random bytes");
}

ssize_t __shrike_getrandom(void *to, size_t n, unsigned flags) {
    (void)flags;
    random_bytes(to, n);
    return (ssize_t)n;
}

int __shrike_getentropy(void *to, size_t n) {
    if (n > 256) return errno = EIO, -1;
    random_bytes(to, n);
    return 0;
}

void __shrike_arc4random_buf(void *to, size_t n) { random_bytes(to, n); }

uint32_t __shrike_arc4random(void) {
    uint32_t number = 0;
    random_bytes(&number, sizeof number);
    return number;
}

uint32_t __shrike_arc4random_uniform(uint32_t bound) { return bound > 1 ? __shrike_arc4random() % bound : 0; }
