/* goto: a loop with two entries, and a way out of nested loops */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int i = 0, k = 0;
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c > 128) goto middle;
again:
    i++;
    if (i > 3) goto out;
middle:
    k += c & 3;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            if (a * b + i == (c >> 4)) goto out;
    if (k < 5) goto again;
out:
    return i * 16 + k;
}
