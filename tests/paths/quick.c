/* quicksort by recursion, the pivot in the middle */
extern short __VERIFIER_nondet_short(void);
static void swap(short *a, short *b) { short t = *a; *a = *b; *b = t; }
static void quick(short *a, int lo, int hi) {
    if (lo >= hi) return;
    short pivot = a[(lo + hi) / 2];
    int i = lo, k = hi;
    while (i <= k) {
        while (a[i] < pivot) i++;
        while (a[k] > pivot) k--;
        if (i <= k) swap(&a[i++], &a[k--]);
    }
    quick(a, lo, k);
    quick(a, i, hi);
}
int main(void) {
    short a[4];
    for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_short();
    quick(a, 0, 3);
    return a[0] == a[3];
}
