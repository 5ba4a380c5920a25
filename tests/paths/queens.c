/* four queens, placed by the input */
#include <klee/klee.h>
extern void reach_error(void);
int main(void) {
    unsigned char at[4];
    klee_make_symbolic(at, sizeof at, "queens");
    for (int i = 0; i < 4; i++) {
        if (at[i] > 3) return 1;
        for (int k = 0; k < i; k++) {
            int d = at[i] - at[k];
            if (d == 0 || d == i - k || d == k - i) return 2;
        }
    }
    reach_error();
    return 0;
}
