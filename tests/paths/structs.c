/* structs by value, small and large, in and out */
extern int __VERIFIER_nondet_int(void);
struct pair { int a; short b; };
struct big { long v[6]; char tag; };
static struct pair turn(struct pair p) { return (struct pair){p.b, (short)p.a}; }
static struct big scale(struct big b, int by) {
    for (int i = 0; i < 6; i++) b.v[i] *= by;
    b.tag = by < 0 ? 'n' : 'p';
    return b;
}
int main(void) {
    struct pair p = {__VERIFIER_nondet_int() & 0xffff, 7}, q = turn(p);
    struct big b = {{1, 2, 3, 4, 5, 6}, 0};
    b = scale(b, q.b);
    if (b.tag == 'n') return b.v[5] == -6 ? 1 : 2;
    if (b.v[2] > 300) return q.a == 7 ? 3 : 4;
    return 5;
}
