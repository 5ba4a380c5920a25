/* inputs of LCT */
int lct_get_int(void);
char lct_get_char(void);
short lct_get_short(void);
int main(void) {
    int x = lct_get_int();
    char c = lct_get_char();
    short s = lct_get_short();
    if (x * 3 == 51) return 1;
    if (c == 'q' && s < 0) return 2;
    return x > s ? 3 : 4;
}
