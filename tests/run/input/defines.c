// RUN: %same -DVALUE=7 -DTEXT='"quoted text"' -UGONE -include %S/Inputs/prelude.h -I %S/Inputs -std=gnu11 %s
#include <stdio.h>
#include <extra.h>

int main(void) {
#ifdef GONE
    puts("gone");
#endif
    printf("%d %s %d %d\n", VALUE, TEXT, FROM_PRELUDE, FROM_EXTRA);
    return 0;
}
