// A loop may jump back N times each time it is entered: for bodies run n times, that
// is n times, for do-while loops n - 1 times.
// RUN: %shrike run --bound 6 %s
// RUN: %stops --bound=5 %s | %check %s --check-prefix=OUTER
// RUN: %shrike run --bound-loop loops.c:15=6 %s
// RUN: %stops --bound-loop=loops.c:15=5 %s | %check %s --check-prefix=OUTER
// RUN: %shrike run --bound-loop loops.c:16=5 %s
// RUN: %stops --bound-loop=loops.c:16=4 %s | %check %s --check-prefix=INNER
// RUN: %stops --bound=6 --bound-loop=loops.c:19=2 %s | %check %s --check-prefix=DO
// RUN: %shrike run --bound 6 --bound-loop loops.c:19=3 %s
// REQUIRES: shrike
volatile int n = 6, sum;

int main(void) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) sum += j;
    int k = 4;
    do {
        sum += k--;
    } while (k);
    return sum != 20 + 10;
}
// OUTER: stopped at a bound: the loop at {{.*}}loops.c:15 in main still runs after jumping back 5 times
// INNER: stopped at a bound: the loop at {{.*}}loops.c:16 in main still runs after jumping back 4 times
// DO: stopped at a bound: the loop at {{.*}}loops.c:{{18|19}} in main still runs after jumping back 2 times
