// RUN: %same %s
#include <stdio.h>

struct node {
    int id;
    double w[3];
    struct { char tag[5]; short n; } in;
    const char *name;
};

int main(void) {
    struct node a = {1, {1.5, 2.5, 3.5}, {"abcd", 7}, "first"};
    struct node b = a, *p = &b;
    p->in.n = 9;
    p->w[1] = -1;
    struct node arr[3] = {a, b};
    arr[2] = arr[1];
    arr[2].name = "third";
    arr[1] = (struct node){.id = 42};
    for (int i = 0; i < 3; i++)
        printf("%d %g %s %d %s\n", arr[i].id, arr[i].w[1], arr[i].in.tag, arr[i].in.n, arr[i].name ? arr[i].name : "-");
    p = &arr[0];
    *p = *(p + 2);
    printf("%s %d\n", p->name, (int)(&arr[2] - p));
    return 0;
}
