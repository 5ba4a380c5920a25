// RUN: %replay CONFIRMED null-dereference:9 %s -- x=i32:0
// RUN: %replay CONFIRMED null-dereference:9 %s -- x=i32:64
// RUN: %replay NOT-CONFIRMED null-dereference:9 %s -- x=i32:1
// RUN: %replay DIFFERENT null-dereference:10 %s -- x=i32:0
struct s { char pad[60]; int field; };
int lct_get_int(void);

static int get(struct s *p, int x) {
    return x == 64 ? p->field : ((char *)p)[0];
}

int main(void) {
    static struct s one;
    int x = lct_get_int();
    return get(x == 1 ? &one : 0, x);
}
