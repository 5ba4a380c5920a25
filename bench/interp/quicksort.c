/* Recursive quicksort of ints: calls, compares, swaps through pointers. */
#include "kernel.h"

enum { LENGTH = 100000 };
static int data[LENGTH];

static void sort(int *a, int n) {
    while (n > 1) {
        int pivot = a[n / 2], i = 0, j = n - 1;
        while (i <= j) {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i > j) break;
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
        sort(a, j + 1);
        a += i;
        n -= i;
    }
}

static unsigned run(unsigned rounds) {
    unsigned x = 1, sum = 0;
    for (unsigned r = 0; r < rounds; r++) {
        for (int i = 0; i < LENGTH; i++) data[i] = (int)((x = x * 1103515245u + 12345u) >> 8);
        sort(data, LENGTH);
        for (int i = 1; i < LENGTH; i++)
            if (data[i - 1] > data[i]) return 0;
        sum += (unsigned)data[LENGTH / 3];
    }
    return sum;
}

int main(int argc, char **argv) {
    return kernel_check(run(kernel_scale(argc, argv, 3)), run, 1, 5570109);
}
