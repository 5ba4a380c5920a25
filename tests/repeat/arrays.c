/* Symbolic indexes, read and written. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned char table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
    unsigned i = __VERIFIER_nondet_uint() & 15, j = __VERIFIER_nondet_uint() & 15;
    unsigned char was = table[i];
    table[i] = table[j];
    table[j] = was;
    for (int k = 0; k < 3; k++) i = table[i] & 15;
    if (i == 14) reach_error(); /* nothing says so */
    return 0;
}
