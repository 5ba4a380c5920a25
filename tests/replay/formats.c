// RUN: %replay CONFIRMED out-of-bounds:29 %s -- which=i32:0 n=i32:5 | FileCheck %s
// RUN: %replay NOT-CONFIRMED out-of-bounds:29 %s -- which=i32:0 n=i32:4
// RUN: %replay CONFIRMED out-of-bounds:30 -m32 %s -- which=i32:1 n=i32:5
// RUN: %replay NOT-CONFIRMED out-of-bounds:30 %s -- which=i32:1 n=i32:4
// RUN: %replay CONFIRMED out-of-bounds:31 %s -- which=i32:2 n=i32:2
// RUN: %replay NOT-CONFIRMED out-of-bounds:31 %s -- which=i32:2 n=i32:1
// RUN: %replay CONFIRMED out-of-bounds:32 %s -- which=i32:3 n=i32:100
// RUN: %replay NOT-CONFIRMED out-of-bounds:32 %s -- which=i32:3 n=i32:37
// RUN: %replay CONFIRMED out-of-bounds:22 %s -- which=i32:4 n=i32:5
// RUN: %replay CONFIRMED out-of-bounds:34 %s -- which=i32:5 n=i32:0
// RUN: %replay NOT-CONFIRMED out-of-bounds %s -- which=i32:6 n=i32:0
// RUN: %replay CONFIRMED out-of-bounds:22 %s -- which=i32:7 n=i32:3
// RUN: %replay CONFIRMED out-of-bounds:22 -m32 %s -- which=i32:7 n=i32:3
// RUN: %replay CONFIRMED out-of-bounds:36 %s -- which=i32:8 n=i32:3
// What printf and scanf do with their arguments, where the sanitizers do not look.
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>
int nondet_int(void);
static void print(const char *format, ...) {
    va_list args;
    va_start(args, format); char to[99]; vsnprintf(to, sizeof to, format, args);
    va_end(args);
}

int main(void) {
    char four[4] = "abcd", format[] = "%_", small[4]; wchar_t two[2] = L"ab"; int length;
    int which = nondet_int(), n = nondet_int();
    if (which == 0) printf("%.*s", n, four);
    if (which == 1) fprintf(stdout, "%5.*s|%d", n, four, 3);
    if (which == 2) printf("%d %.*ls", 1, n + 1, two);
    if (which == 3) format[1] = (char)n, printf(format);
    if (which == 4) print("%d%.*s", 7, n, four);
    if (which == 5) sscanf("\x01", "%4[\x01]%n", small, (int *)(void *)&four[1]);
    if (which == 7) print("%d %f", 1, 2.0), print("%d %d", n);
    if (which == 8) sscanf("abc", "%ls", two);
    if (which == 6) /* all is well */
        printf("%% %5d %-*ld %.*f %c %s %p %zu %hhd %Lf %lld %.3s%n", 1, 5, 2L, 3, 4.0, 'c', "s",
               (void *)four, sizeof n, 1, (long double)2, 3LL, four, &length);
    if (which == 6) print("%s %d %f %lld", "a", n, 2.0, 5LL);
    return 0;
}
// CHECK: out-of-bounds at formats.c:29
