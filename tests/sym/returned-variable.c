// RUN: %safe --engine=explore %s
// RUN: %safe --engine=cdse %s
// RUN: clang -g -O0 -emit-llvm -c -o %t.bc %s && %safe --engine=explore %t.bc
// RUN: %unsafe --engine=explore -DKEPT %s
// RUN: %unsafe --engine=bmc -DKEPT %s
// A compiler may put a variable that is returned into the place of the result. It ends with its block all the same,
// and what is returned does not.
extern int __VERIFIER_nondet_int(void);
union word { long all; int low; };
struct row { long cell[4]; };
static struct row *last;

static union word small(int c) {
    if (c > 7) {
        union word mine = {5}, *p = &mine;
        p->low += 1;
        return mine;
    }
    return (union word){3};
}

static struct row large(int c) {
    if (c) {
        struct row mine = {{1}}, *p = &mine;
        p->cell[1] = c;
        last = p;
        return mine;
    } else {
        struct row other = {{2}};
        other.cell[2] = c;
        return other;
    }
}

int main(void) {
    int c = __VERIFIER_nondet_int();
    union word a = small(c);
    struct row b = large(c);
    if (a.all != (c > 7 ? 6 : 3) || b.cell[1] != c) return *(int *)0;
#ifdef KEPT
    if (c) return (int)last->cell[0];
#endif
    return 0;
}
