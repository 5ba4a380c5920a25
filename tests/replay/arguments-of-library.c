// RUN: %replay CONFIRMED out-of-bounds:21 %s -- which=i32:0 n=i32:4 | FileCheck %s
// RUN: %replay NOT-CONFIRMED out-of-bounds:21 %s -- which=i32:0 n=i32:3
// RUN: %replay CONFIRMED out-of-bounds:22 -m32 %s -- which=i32:1 n=i32:4
// RUN: %replay CONFIRMED out-of-bounds:23 %s -- which=i32:2 n=i32:9
// RUN: %replay NOT-CONFIRMED out-of-bounds:23 %s -- which=i32:2 n=i32:3
// RUN: %replay CONFIRMED out-of-bounds:24 %s -- which=i32:3 n=i32:0
// RUN: %replay CONFIRMED out-of-bounds:25 %s -- which=i32:4 n=i32:0
// RUN: %replay CONFIRMED null-dereference:26 %s -- which=i32:5 n=i32:0
// RUN: %replay CONFIRMED out-of-bounds:27 -m32 %s -- which=i32:6 n=i32:12345
// RUN: %replay NOT-CONFIRMED out-of-bounds:27 %s -- which=i32:6 n=i32:12
// RUN: %replay NOT-CONFIRMED out-of-bounds %s -- which=i32:7 n=i32:0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
int nondet_int(void);
int main(void) {
    wchar_t three[3] = L"aa"; char digits[3] = "111", all[3] = "ab"; struct tm t = {.tm_year = 100};
    int which = nondet_int(), n = nondet_int();
    if (which == 0) wmemset(three, L'b', (size_t)n);
    if (which == 1) wcsncpy(three, L"abc", (size_t)n);
    if (which == 2) strftime(all, (size_t)n, "%Y", &t);
    if (which == 3) return strtod(digits, NULL) > 1;
    if (which == 4) return getenv(digits) != NULL;
    if (which == 5) fopen(n ? "a" : NULL, "r");
    if (which == 6) swprintf(three, 6, L"%d", n);
    if (which == 7) /* what is read ends within the array */
        return wcscmp(three, L"ab") + wcscmp(L"b", three) + (wcschr(three, L'a') != NULL) + strcoll(digits, "2") +
               (stpcpy(all, "xy") == all) + (int)wcslen(wcscpy(three, L"cd")) + (strtok(all, "y") == all);
    return 0;
}
// CHECK: out-of-bounds at arguments-of-library.c:21
