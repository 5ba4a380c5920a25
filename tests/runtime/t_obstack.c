/* obstack.h: objects that grow, move and are freed again */
#include "common.h"
#include <obstack.h>

static int chunks;
static void *get(long n) { return chunks++, malloc((size_t)n); }
static void give(void *p) { chunks--, free(p); }
static void *get_counted(void *count, long n) { return ++*(int *)count, malloc((size_t)n); }
static void give_counted(void *count, void *p) { --*(int *)count, free(p); }
#define obstack_chunk_alloc get
#define obstack_chunk_free give

static void grow(void) {
    struct obstack o;
    obstack_init(&o);
    printf("%ld %d\n", obstack_chunk_size(&o), obstack_alignment_mask(&o));
    char *first = obstack_copy0(&o, "first", 5);
    for (int i = 0; i < 3000; i++) obstack_1grow(&o, 'a' + i % 26);
    printf("%d %d\n", (int)obstack_object_size(&o), chunks);
    for (int i = 0; i < 3000; i++) obstack_grow(&o, "xyz", i % 4);
    obstack_1grow(&o, 0);
    char *long_one = obstack_finish(&o);
    printf("%s %d %.8s %d\n", first, (int)strlen(long_one), long_one + 2990, chunks);
    obstack_free(&o, long_one);
    printf("%d %d\n", chunks, (int)obstack_object_size(&o));
    int *numbers[50];
    for (int i = 0; i < 50; i++) {
        numbers[i] = obstack_alloc(&o, 400);
        for (int k = 0; k < 100; k++) numbers[i][k] = i * k;
    }
    printf("%d %d %d\n", chunks, numbers[49][99], numbers[3][2]);
    obstack_free(&o, numbers[5]);
    printf("%d %d\n", chunks, numbers[4][99]);
    obstack_ptr_grow(&o, &o);
    obstack_int_grow(&o, 7);
    obstack_blank(&o, 100);
    printf("%d\n", (int)obstack_object_size(&o) - (int)sizeof(void *));
    obstack_free(&o, NULL);
    printf("%d\n", chunks);
}

static void print(void) {
    struct obstack o;
    int count = 0;
    obstack_specify_allocation_with_arg(&o, 64, 1, get_counted, give_counted, &count);
    for (int i = 0; i < 40; i++) printf("%d ", obstack_printf(&o, "%d:%s;", i, "text"));
    obstack_1grow(&o, 0);
    printf("%s %d\n", (char *)obstack_finish(&o), count);
    void *empty = obstack_alloc(&o, 0);
    obstack_grow(&o, "0123456789012345678901234567890123456789012345678901234567890123456789", 70);
    printf("%d %d\n", (int)obstack_object_size(&o), count);
    obstack_free(&o, empty);
    printf("%d %d\n", (int)obstack_object_size(&o), count);
    obstack_free(&o, NULL);
    printf("%d\n", count);
}

int main(void) {
    grow();
    print();
    return 0;
}
