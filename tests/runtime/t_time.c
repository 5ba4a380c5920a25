/* time.h: the calendar and strftime; the clock itself is an input */
#include "common.h"
#include <time.h>
#include <sys/time.h>

static void show_tm(const struct tm *t) {
    if (!t) {
        printf("NULL %d\n", errno);
        return;
    }
    printf("%d-%d-%d %d:%d:%d w%d y%d %d %ld %s\n", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour,
           t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst, t->tm_gmtoff, t->tm_zone);
}

static void formats(const struct tm *t) {
    static const char *list[] = {"%a %A %b %B %h",
                                 "%c",
                                 "%C %d %D %e %F",
                                 "%g %G %V %u %U %w %W",
                                 "%H %I %k %l %M %S",
                                 "%j %m %n%t%%",
                                 "%p %P %r %R %T",
                                 "%x %X %y %Y",
                                 "%Z %z %s",
                                 "%-d %_d %0e %^a %#a %#p %^B %#Z",
                                 "%10Y|%-10Y|%_10Y|%010d|%5a|%05a|%-5a",
                                 "%E %Ey %Od %EY %q %5q",
                                 "%",
                                 "%1",
                                 "%10c|%10D|%_5H|%-H|%+4Y",
                                 "%^c",
                                 "%12F|%_12F",
                                 "%8z|%-z|%_z",
                                 "%4C|%-y|%3S|%_3j"};
    char b[300];
    for (size_t i = 0; i < COUNT(list); i++) {
        size_t n = strftime(b, sizeof b, list[i], t);
        printf("%zu ", n);
        show(b, n);
    }
    puts("");
}

int main(void) {
    static const long long times[] = {0,
                                      1,
                                      -1,
                                      86399,
                                      86400,
                                      -86400,
                                      -86401,
                                      951782400,
                                      951868800,
                                      1709164800,
                                      4102444800LL,
                                      2147483647,
                                      -2147483648LL,
                                      1000000000,
                                      1234567890,
                                      1609459199,
                                      1609459200,
                                      1577836800,
                                      946684800,
                                      -2208988800LL,
                                      253402300799LL,
                                      -62135596800LL,
                                      -62167219200LL,
                                      -62167219201LL};
    for (size_t i = 0; i < COUNT(times); i++) {
        time_t t = (time_t)times[i];
        if (t != times[i]) continue;
        show_tm(gmtime(&t));
        show_tm(localtime(&t));
        formats(localtime(&t));
        printf("%s%s", ctime(&t), asctime(gmtime(&t)));
    }
    for (int i = 0; i < 1500; i++) {
        time_t t = (time_t)(int64_t)(sizeof t == 8 ? (int64_t)next_word() >> (20 + pick(30))
                                                   : (int32_t)next_word());
        struct tm tm;
        if (!gmtime_r(&t, &tm)) {
            printf("null\n");
            continue;
        }
        show_tm(&tm);
        struct tm back = tm;
        printf("%d ", timegm(&back) == t);
        if (i % 5 == 0) formats(&tm);
    }
    for (int i = 0; i < 1500; i++) {
        struct tm tm = {.tm_year = (int)pick(136) - 66 + 66,
                        .tm_mon = (int)pick(60) - 24,
                        .tm_mday = (int)pick(200) - 80,
                        .tm_hour = (int)pick(100) - 40,
                        .tm_min = (int)pick(300) - 100,
                        .tm_sec = (int)pick(500) - 200,
                        .tm_isdst = 0};
        errno = 0;
        time_t t = mktime(&tm);
        printf("%lld %d ", (long long)t, errno);
        show_tm(&tm);
    }
    struct tm huge = {.tm_year = INT_MAX, .tm_mon = 11, .tm_mday = 31};
    errno = 0;
    printf("%lld %d\n", (long long)mktime(&huge), errno != 0);
    time_t big = sizeof big == 8 ? (time_t)((uint64_t)1 << 62) : 0;
    errno = 0;
    printf("%d %d\n", gmtime(&big) == NULL, errno);
    struct tm odd = {.tm_wday = 9, .tm_mon = 15, .tm_mday = 1};
    printf("%s", asctime(&odd));
    char b[10];
    struct tm z = {0};
    errno = 0;
    printf("%zu ", strftime(b, 5, "%Y-%m", &z));
    printf("%zu\n", strftime(b, 10, "", &z));
    setenv("TZ", "CET-1", 1);
    tzset();
    time_t t0 = 1000000000;
    show_tm(localtime(&t0));
    printf("%s %ld %d\n", tzname[0], timezone, daylight);
    formats(localtime(&t0));
    struct tm l = *localtime(&t0);
    printf("%lld\n", (long long)mktime(&l));
    setenv("TZ", "XYZ+5:30", 1);
    show_tm(localtime(&t0));
    printf("%s", ctime(&t0));
    setenv("TZ", "UTC", 1);
    show_tm(localtime(&t0));
    printf("%g\n", difftime(5, 3));
    time_t now = time(NULL), now2;
    time(&now2);
    printf("%d %d\n", now > 1600000000, now2 - now <= 1);
    struct timeval tv;
    struct timespec ts;
    printf("%d %d %d\n", gettimeofday(&tv, NULL), clock_gettime(CLOCK_REALTIME, &ts),
           tv.tv_sec - now <= 1);
    errno = 0;
    printf("%d %d ", clock_gettime(77, &ts), errno);
    printf("%d\n", clock() >= 0);
    ts.tv_sec = 0;
    ts.tv_nsec = 1;
    printf("%d %d %d\n", nanosleep(&ts, NULL), usleep(1), dysize(2000));
    ts.tv_nsec = 2000000000;
    printf("%d\n", nanosleep(&ts, NULL));
    return 0;
}
