int __VERIFIER_nondet_int(void);

static int twin(int x) {
    if (x == 6)
        goto done;
    return x;
done:
    return 3;
}

static int lonely(void) { return 1; }

static void no_way(int x) {
    if (x)
        return;
    if (x == 3)
        goto last;
    return;
last: ;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    no_way(x);
    if (x == 6 && twin(x) != 3)
        goto error;


    if (x < 0)
        goto twin;
    return twin(x);
error:
    return 1;
twin:
    return 2;
}
