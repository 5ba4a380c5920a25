/* Date arithmetic: the day after. Leap years of centuries are forgotten.
 *
 *   shrike verify date.c           assertion-failure in line 48
 *   shrike verify -DFIXED date.c   SAFE
 */
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

struct date {
    int year, month, day;
};

static bool is_leap(int year) {
#ifdef FIXED
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
#else
    return year % 4 == 0;
#endif
}

static int days_in(int year, int month) {
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

static struct date next(struct date d) {
    if (++d.day <= days_in(d.year, d.month)) return d;
    d.day = 1;
    if (++d.month <= 12) return d;
    d.month = 1;
    d.year++;
    return d;
}

/* What the Gregorian calendar says, in other words. */
static bool has_29_days(int year) { return year % 400 == 0 || (year % 100 != 0 && year % 4 == 0); }

int main(void) {
    struct date d = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    if (d.year < 1800 || d.year > 2200 || d.month < 1 || d.month > 12) return 0;
    if (d.day < 1 || d.day > days_in(d.year, d.month)) return 0;
    struct date n = next(d);
    assert(n.month >= 1 && n.month <= 12);
    assert(n.day >= 1 && n.day <= 31);
    if (n.month == 2 && n.day == 29)
        assert(has_29_days(n.year));
    return 0;
}
