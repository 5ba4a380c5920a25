/* Matrix: transposes into a new one; rows and columns of the result are mixed up.
 *
 *   shrike verify matrix.c           out-of-bounds in line 32
 *   shrike verify -DFIXED matrix.c   SAFE
 */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct matrix {
    unsigned rows, columns;
    int *data; /* row by row */
};

static struct matrix make(unsigned rows, unsigned columns) {
    struct matrix m = {rows, columns, calloc((size_t)rows * columns, sizeof(int))};
    return m;
}

static int *at(struct matrix m, unsigned row, unsigned column) {
    return m.data + (size_t)row * m.columns + column;
}

static struct matrix transpose(struct matrix m) {
#ifdef FIXED
    struct matrix t = make(m.columns, m.rows);
#else
    struct matrix t = make(m.rows, m.columns);
#endif
    for (unsigned i = 0; i < m.rows; i++)
        for (unsigned j = 0; j < m.columns; j++) *at(t, j, i) = *at(m, i, j);
    return t;
}

int main(void) {
    unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
    if (rows < 1 || rows > 3 || columns < 1 || columns > 3) return 0;
    struct matrix m = make(rows, columns);
    if (!m.data) return 1;
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = 0; j < columns; j++) *at(m, i, j) = (int)(10 * i + j);
    struct matrix t = transpose(m);
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = 0; j < columns; j++) assert(*at(t, j, i) == *at(m, i, j));
    free(m.data);
    free(t.data);
    return 0;
}
