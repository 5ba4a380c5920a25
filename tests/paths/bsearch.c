/* binary search in a sorted table with a symbolic key */
extern int __VERIFIER_nondet_int(void);
static const int table[] = {-90, -7, 0, 1, 5, 12, 13, 99, 1000, 4096, 70000};
int main(void) {
    int key = __VERIFIER_nondet_int(), lo = 0, hi = sizeof table / sizeof *table - 1;
    while (lo <= hi) {
        int mid = lo + (hi - lo) / 2;
        if (table[mid] == key) return mid;
        if (table[mid] < key) lo = mid + 1;
        else hi = mid - 1;
    }
    return 100;
}
