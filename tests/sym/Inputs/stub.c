// Models for tests/sym/external.c, and a main that does not count.
struct pair {
    int first;
    struct pair *next;
};

int fetch(const char *name, struct pair *out, int n) {
    out->first = name[0] + n;
    return 3;
}

struct pair *find(const struct pair *in) {
    static struct pair copy;
    copy = *in;
    return &copy;
}

int main(void) { return *(int *)0; }
