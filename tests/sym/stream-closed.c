// A stream is gone once it is closed, the standard ones too; a FILE of the program's own is none.
// RUN: %unsafe -DWRONG='fclose(stdout), fclose(stdout)' --engine=explore %s 2>&1 | %check %s --check-prefix=CLOSED
// RUN: %unsafe -DWRONG='fclose(stdout), puts("x")' --engine=bmc %s
// RUN: %unsafe -DWRONG='fclose(stdout), printf("%d", n)' --engine=concolic %s
// RUN: %unsafe -DWRONG='fclose(stderr), fputc(n, stderr)' --engine=interpolate -m32 %s
// RUN: %unsafe -DWRONG='fclose(stdin), getchar()' --engine=cdse --sym-stdin 4 %s
// RUN: %unsafe -DWRONG='fgetc((FILE *)none)' --engine=explore %s 2>&1 | %check %s --check-prefix=NONE
// RUN: %unsafe -DWRONG='fputs("x", (FILE *)none)' --engine=explore -m32 %s
// RUN: %bug -DWRONG='fclose(stdout), fflush(stdout)' -DALWAYS %s 2>&1 | %check %s --check-prefix=CLOSED
// RUN: %safe -DWRONG='fclose(stdin), fclose(stdout)' --engine=explore %s
// RUN: %safe --sym-stdin 2 -DWRONG='fflush(stdout), fgetc(stdin), fclose(stderr)' --engine=explore %s
// RUN: %safe -DWRONG='freopen("/dev/null", "w", stdout), puts("x"), fclose(stdout)' --engine=explore %s
#include <stdio.h>
int nondet_int(void);
char none[1000];
int main(void) {
#ifdef ALWAYS
    int n = 5;
#else
    int n = nondet_int();
#endif
    // CLOSED: stream-closed.c:[[#@LINE+2]]:{{.*}} error: use of a stream that was closed before [use-after-free]
    // NONE: stream-closed.c:[[#@LINE+1]]:{{.*}} error: use of a FILE that is not a stream [invalid-pointer]
    if (n == 5) WRONG;
    return 0;
}
