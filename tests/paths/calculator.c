/* args: --sym-arg 4 */
/* recursive descent: sums, products, brackets; division by zero is a bug in it */
#include <stdlib.h>
static const char *at;
static int sum(void);
static int atom(void) {
    if (*at == '(') {
        at++;
        int v = sum();
        if (*at++ != ')') exit(2);
        return v;
    }
    if (*at < '0' || *at > '9') exit(1);
    return *at++ - '0';
}
static int product(void) {
    int v = atom();
    while (*at == '*' || *at == '/')
        if (*at++ == '*') v *= atom();
        else v /= atom();
    return v;
}
static int sum(void) {
    int v = product();
    while (*at == '+') at++, v += product();
    return v;
}
int main(int argc, char **argv) {
    if (argc < 2) return 3;
    at = argv[1];
    int v = sum();
    return *at ? 4 : v == 7;
}
