// RUN: %same %s
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define FIRST_ODD(n) ({ int i_ = (n); while (i_ % 2 == 0) i_++; i_; })

struct p { int x, y; };

int main(void) {
    int i = 3;
    printf("%d %d %d\n", MAX(i++, 2), i, MAX(FIRST_ODD(8), 5));
    struct p q = ({ struct p t = {1, 2}; t.x += 10; t; });
    printf("%d %d\n", q.x, q.y);
    int v = ({ if (q.x > 5) goto skip; 7; });
    printf("not reached %d\n", v);
skip:
    puts("skipped");
    return 0;
}
