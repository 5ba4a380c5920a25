// RUN: %same --check=uninit %s
// Copying a struct copies its padding; nobody looks at it.
struct s { char c; long l; };

static struct s make(char c) {
    struct s r;
    r.c = c;
    r.l = c * 2;
    return r;
}

int main(void) {
    struct s a = make('a'), b = a;
    return (int)b.l - 2 * b.c;
}
