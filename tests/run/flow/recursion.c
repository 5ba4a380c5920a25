// RUN: %same %s
#include <stdio.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int ack(int m, int n) { return !m ? n + 1 : !n ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static void hanoi(int n, char a, char b, char c, int *moves) {
    if (!n) return;
    hanoi(n - 1, a, c, b, moves);
    ++*moves;
    hanoi(n - 1, c, b, a, moves);
}
static long depth(long n) { return n ? 1 + depth(n - 1) : 0; }

int main(void) {
    int moves = 0;
    hanoi(10, 'a', 'b', 'c', &moves);
    printf("%d %d %d %d %ld\n", fib(18), ack(2, 5), even(101), moves, depth(5000));
    return 0;
}
