/* What time.c, strftime.c and strptime.c share: the proleptic Gregorian calendar and the zone. */
#ifndef RT_CALENDAR_H
#define RT_CALENDAR_H

#include "rt.h"

#include <time.h>

/* Days from 1970-01-01 to the first of a month; month may be any number. */
int64_t rt_days_from_civil(int64_t year, int64_t month, int64_t day);
/* Fills in everything but zone and tm_isdst. False with EOVERFLOW. */
bool rt_break_down(int64_t seconds, struct tm *tm);
/* Seconds since 1970 of broken-down UTC; fields need not be in range. */
int64_t rt_to_seconds(const struct tm *tm);
/* Reads TZ, as tzset does. */
void rt_update_zone(void);
/* As localtime_r, in the zone that was read last. */
struct tm *rt_local_time(int64_t seconds, struct tm *tm);
static inline bool rt_is_leap(int64_t y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }

extern const char rt_day_names[7][10], rt_month_names[12][10];

#endif
