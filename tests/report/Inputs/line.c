/* Written by a generator. */
#line 11 "grammar.y"
int main(void) {
    int a[3] = {0};
    int i = 0;
    while (i <= 3) { a[i] = i; i++; }
# 20 "other.y"
    return 0;
}
