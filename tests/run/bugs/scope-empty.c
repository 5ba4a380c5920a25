// RUN: %bug %s | %check %s
// Nothing is read or written while the variable lives.
int main(void) {
    int *q;
    {
        int l;
        q = &l;
    }
    *q = 1;
    return 0;
}
// CHECK: scope-empty.c:9:8: error: write of 4 bytes after the end of a variable's life: the 4-byte local variable 'l' declared at {{.*}} [use-after-scope]
