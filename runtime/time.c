/* time.h and sys/time.h: clocks (an input), the calendar, and time zones with a fixed offset. */
#include "calendar.h"

#include <stdlib.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/resource.h>
#include <unistd.h>

const char rt_day_names[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                  "Thursday", "Friday", "Saturday"};
const char rt_month_names[12][10] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

/* ---- clocks ---- */
static const int64_t billion = 1000000000;

/* In exploring runs any time is possible until the year 9999; clocks other than that of the day
 * do not go back. Who covers code needs no more than one time: clocks stand still then. */
enum { CLOCKS = CLOCK_TAI + 1 };
static const int64_t last_second = 253402300799;
static const int64_t some_day = 1700000000, some_hour = 3600;

/* Seconds, or the fraction of a second in units of 1/per_second s. */
static int64_t any_second(int clock, int64_t low) {
    const char *name = clock == CLOCK_REALTIME ? "time" : "clock";
    if (__shrike_clock_is_input()) return __shrike_word(name, low, last_second);
    __shrike_suppose("clocks show one time only (--sym-time: any)");
    return __shrike_fixed(name, clock == CLOCK_REALTIME ? some_day : some_hour);
}

static int64_t any_fraction(int64_t per_second) {
    return __shrike_word("subsecond", 0, __shrike_clock_is_input() ? per_second - 1 : 0);
}

/* The time in units of 1/per_second s. */
static int64_t unknown_time(int clock, int64_t per_second) {
    static int64_t earlier[CLOCKS]; /* whole seconds */
    int64_t low = clock == CLOCK_REALTIME ? 0 : earlier[clock];
    int64_t seconds = any_second(clock, low);
    earlier[clock] = seconds;
    if (per_second == 1) return seconds;
    return seconds * per_second + any_fraction(per_second);
}

static int64_t now(int clock, int64_t per_second) {
    if (__shrike_exploring()) return unknown_time(clock, per_second);
    return __shrike_clock_ns(clock) / (billion / per_second);
}

static int64_t seconds_now(void) { return now(CLOCK_REALTIME, 1); }

time_t time(time_t *t) {
    time_t seconds = (time_t)seconds_now();
    if (t) *t = seconds;
    return seconds;
}

clock_t clock(void) { return (clock_t)now(CLOCK_PROCESS_CPUTIME_ID, 1000000); }

static int read_clock(clockid_t id, struct timespec *t) {
    if (id < 0 || id > CLOCK_TAI) return rt_fail(EINVAL);
    if (__shrike_exploring()) {
        t->tv_sec = (time_t)unknown_time(id, 1);
        t->tv_nsec = (long)any_fraction(billion);
        return 0;
    }
    int64_t ns = __shrike_clock_ns(id);
    t->tv_sec = (time_t)(ns / billion);
    t->tv_nsec = (long)(ns % billion);
    return 0;
}

int clock_gettime(clockid_t id, struct timespec *t) { return read_clock(id, t); }
int clock_settime(clockid_t id, const struct timespec *t) {
    __shrike_suppose("the clock may not be set");
    return (void)id, (void)t, rt_fail(EPERM);
}

int settimeofday(const struct timeval *t, const struct timezone *z) {
    __shrike_suppose("the clock may not be set");
    return (void)t, (void)z, rt_fail(EPERM);
}

int clock_getres(clockid_t id, struct timespec *t) {
    if (id < 0 || id > CLOCK_TAI) return rt_fail(EINVAL);
    __shrike_suppose("clocks count nanoseconds");
    if (t) *t = (struct timespec){.tv_nsec = 1};
    return 0;
}

int timespec_get(struct timespec *t, int base) {
    if (base != TIME_UTC) return 0;
    read_clock(CLOCK_REALTIME, t);
    return base;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
    struct timespec exact;
    read_clock(CLOCK_REALTIME, &exact);
    t->tv_sec = exact.tv_sec;
    t->tv_usec = (suseconds_t)(exact.tv_nsec / 1000);
    if (zone) rt_memset(zone, 0, sizeof(struct timezone));
    return 0;
}

clock_t times(struct tms *t) {
    clock_t cpu = (clock_t)now(CLOCK_PROCESS_CPUTIME_ID, 100);
    *t = (struct tms){.tms_utime = cpu};
    return (clock_t)now(CLOCK_MONOTONIC, 100);
}

int getrusage(int who, struct rusage *u) {
    (void)who;
    int64_t us = now(CLOCK_PROCESS_CPUTIME_ID, 1000000);
    rt_memset(u, 0, sizeof *u);
    u->ru_utime.tv_sec = (time_t)(us / 1000000);
    u->ru_utime.tv_usec = (suseconds_t)(us % 1000000);
    return 0;
}

double difftime(time_t a, time_t b) { return (double)a - (double)b; }

/* Waiting takes no time, and nothing ends it early. */
static int slept(void) {
    __shrike_suppose_result("no signal arrives from outside");
    return 0;
}
unsigned sleep(unsigned seconds) { return (void)seconds, (unsigned)slept(); }
int usleep(useconds_t us) { return (void)us, slept(); }

int nanosleep(const struct timespec *t, struct timespec *left) {
    if (t->tv_nsec < 0 || t->tv_nsec >= billion || t->tv_sec < 0) return rt_fail(EINVAL);
    if (left) *left = (struct timespec){0};
    return slept();
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *t, struct timespec *left) {
    (void)id, (void)flags, (void)left;
    return t->tv_nsec < 0 || t->tv_nsec >= billion ? EINVAL : slept();
}

/* ---- the calendar: years begin in March, so that the leap day is the last ---- */
int64_t rt_days_from_civil(int64_t year, int64_t month, int64_t day) {
    int64_t shifted = month - 2; /* March is 0 */
    year += shifted / 12;
    shifted %= 12;
    if (shifted < 0) shifted += 12, year--;
    int64_t era = (year >= 0 ? year : year - 399) / 400, y = year - era * 400;
    int64_t day_of_year = (153 * shifted + 2) / 5 + day - 1;
    return era * 146097 + y * 365 + y / 4 - y / 100 + day_of_year - 719468;
}

static bool set_date(int64_t days, struct tm *tm) {
    int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, d = z - era * 146097;
    int64_t y = (d - d / 1460 + d / 36524 - d / 146096) / 365;
    int64_t day_of_year = d - (365 * y + y / 4 - y / 100), month = (5 * day_of_year + 2) / 153;
    int64_t year = y + era * 400 + (month >= 10);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) return rt_errno = EOVERFLOW, false;
    tm->tm_mday = (int)(day_of_year - (153 * month + 2) / 5 + 1);
    tm->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
    tm->tm_year = (int)(year - 1900);
    tm->tm_wday = (int)((days % 7 + 11) % 7);
    tm->tm_yday = (int)(days - rt_days_from_civil(year, 0, 1));
    return true;
}

bool rt_break_down(int64_t seconds, struct tm *tm) {
    int64_t days = seconds / 86400, rest = seconds % 86400;
    if (rest < 0) rest += 86400, days--;
    tm->tm_hour = (int)(rest / 3600);
    tm->tm_min = (int)(rest / 60 % 60);
    tm->tm_sec = (int)(rest % 60);
    return set_date(days, tm);
}

int64_t rt_to_seconds(const struct tm *tm) {
    int64_t days = rt_days_from_civil((int64_t)tm->tm_year + 1900, tm->tm_mon, tm->tm_mday);
    return ((days * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 + tm->tm_sec;
}

/* ---- zones ---- */
char *tzname[2] = {(char *)"UTC", (char *)"UTC"};
long timezone;
int daylight;
static char zone_name[16] = "UTC";

/* "hh[:mm[:ss]]" with optional sign, in seconds; *p moves behind it. */
static long parse_offset(const char **p) {
    static const int units[3] = {3600, 60, 1};
    bool negative = **p == '-';
    if (**p == '-' || **p == '+') ++*p;
    long total = 0;
    for (int i = 0; i < 3; i++) {
        long v = 0;
        for (; rt_isdigit((unsigned char)**p) && v < 1000; ++*p) v = v * 10 + (**p - '0');
        total += v * units[i];
        if (**p != ':') break;
        ++*p;
    }
    return negative ? -total : total;
}

/* TZ is "", UTC, or a name and an offset such as CET-1. Daylight saving has no model. */
void rt_update_zone(void) {
    const char *tz = rt_getenv("TZ"), *p = tz ? tz : "";
    if (*p == ':') p++;
    size_t n = 0;
    while (rt_isalpha((unsigned char)p[n])) n++;
    timezone = 0;
    if (n == 0 && *p) __shrike_unsupported("time zone from a file (TZ)");
    if (n == 0) p = "UTC", n = 3;
    const char *rest = p + n;
    if (*rest) timezone = parse_offset(&rest);
    if (*rest) __shrike_unsupported("time zone with daylight saving or from a file (TZ)");
    if (n >= sizeof zone_name) n = sizeof zone_name - 1;
    rt_memcpy(zone_name, p, n);
    zone_name[n] = 0;
    tzname[0] = tzname[1] = zone_name;
}

void tzset(void) { rt_update_zone(); }

static struct tm *set_zone(struct tm *tm, long offset, const char *name) {
    tm->tm_isdst = 0;
    tm->tm_gmtoff = offset;
    tm->tm_zone = name;
    return tm;
}

struct tm *rt_local_time(int64_t seconds, struct tm *tm) {
    if (!rt_break_down(seconds - timezone, tm)) return NULL;
    return set_zone(tm, -timezone, zone_name);
}

static struct tm *utc_time(int64_t seconds, struct tm *tm) {
    return rt_break_down(seconds, tm) ? set_zone(tm, 0, "GMT") : NULL;
}

static struct tm shared_tm;

struct tm *gmtime_r(const time_t *restrict t, struct tm *restrict tm) { return utc_time(*t, tm); }
struct tm *gmtime(const time_t *t) { return utc_time(*t, &shared_tm); }
struct tm *localtime_r(const time_t *restrict t, struct tm *restrict tm) {
    rt_update_zone();
    return rt_local_time(*t, tm);
}
struct tm *localtime(const time_t *t) {
    rt_update_zone();
    return rt_local_time(*t, &shared_tm);
}

static time_t make_time(struct tm *tm, bool local) {
    int64_t seconds = rt_to_seconds(tm) + (local ? timezone : 0);
    struct tm normal;
    if ((time_t)seconds != seconds) return rt_fail(EOVERFLOW);
    if (local ? !rt_local_time(seconds, &normal) : !utc_time(seconds, &normal)) return -1;
    *tm = normal;
    return (time_t)seconds;
}

time_t mktime(struct tm *tm) {
    rt_update_zone();
    return make_time(tm, true);
}
time_t timelocal(struct tm *tm) {
    rt_update_zone();
    return make_time(tm, true);
}
time_t timegm(struct tm *tm) { return make_time(tm, false); }

int dysize(int year) { return rt_is_leap(year) ? 366 : 365; }

/* ---- asctime ---- */
static char *text_of(const struct tm *tm, char *buf, size_t n) {
    if (!tm) return rt_null(EINVAL);
    if (tm->tm_year > INT_MAX - 1900) return rt_null(EOVERFLOW);
    bool day = tm->tm_wday >= 0 && tm->tm_wday < 7, month = tm->tm_mon >= 0 && tm->tm_mon < 12;
    int len = rt_snprintf(buf, n, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
                          day ? rt_day_names[tm->tm_wday] : "???",
                          month ? rt_month_names[tm->tm_mon] : "???", tm->tm_mday, tm->tm_hour,
                          tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
    return len < (int)n ? buf : rt_null(EOVERFLOW);
}

static char shared_text[120];

char *asctime_r(const struct tm *restrict tm, char *restrict buf) { return text_of(tm, buf, 26); }
char *asctime(const struct tm *tm) { return text_of(tm, shared_text, sizeof shared_text); }
char *ctime_r(const time_t *t, char *buf) {
    struct tm tm;
    rt_update_zone();
    return text_of(rt_local_time(*t, &tm), buf, 26);
}
char *ctime(const time_t *t) {
    rt_update_zone();
    return text_of(rt_local_time(*t, &shared_tm), shared_text, sizeof shared_text);
}
