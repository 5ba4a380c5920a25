#ifndef LIMIT
#define LIMIT 4
#endif
int shift(int n);
static int table[LIMIT];
static int twice(int n) { return 2 * n; }
int inner(int n) {
    return table[n]; /* the error */
}
int main(void) { return inner(twice(1) + shift(LIMIT) - 2); }
