/* A command language for a small device: lines of a word and arguments. A line may end
 * with `*HH`, the exclusive or of its characters; commands that change the device need
 * it, and some need a session that a challenge opens.
 *
 * Errors are planted, and explained above the line; a line where a sanitizer stops
 * because of one says BUG and its name.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 8, STACK = 6, NAMES = 4, NAME = 8, MAX_LINES = 16, MAX_WORDS = 5, BLOCK = 32 };

struct word {
    const char *p;
    size_t len;
};

struct device {
    int *registers, *stack;
    uint32_t depth;
    char *names[NAMES]; /* NAME bytes each */
    int values[NAMES];
    uint32_t named;
    char *block;
    size_t block_size;
    int dropped;       /* the block is given back, but still there */
    uint32_t session;  /* 0: closed */
    int done, checked; /* this line has a checksum */
    uint32_t commands;
};

/* ---- words ------------------------------------------------------------------------------ */

static int is(const struct word *w, const char *text) {
    return w->len == strlen(text) && memcmp(w->p, text, w->len) == 0;
}

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static int number(const struct word *w, int *out) {
    size_t i = 0;
    int64_t v = 0;
    int negative = w->len && w->p[0] == '-';
    if (negative) i++;
    if (i == w->len) return 0;
    if (w->len - i > 2 && w->p[i] == '0' && w->p[i + 1] == 'x') {
        for (i += 2; i < w->len; i++) {
            int digit = hex(w->p[i]);
            if (digit < 0 || v > 0xfffffff) return 0;
            v = v * 16 + digit;
        }
    } else {
        for (; i < w->len; i++) {
            if (w->p[i] < '0' || w->p[i] > '9' || v > 200000000) return 0;
            v = v * 10 + (w->p[i] - '0');
        }
    }
    *out = (int)(uint32_t)(negative ? -v : v);
    return 1;
}

static int which_register(const struct word *w, int *out) {
    if (w->len != 2 || w->p[0] != 'r' || w->p[1] < '0' || w->p[1] >= '0' + REGISTERS) return 0;
    *out = w->p[1] - '0';
    return 1;
}

/* ---- values ------------------------------------------------------------------------------- */

static int lookup(const struct device *d, const struct word *w) {
    for (uint32_t i = 0; i < d->named; i++)
        if (strlen(d->names[i]) == w->len && memcmp(d->names[i], w->p, w->len) == 0) return (int)i;
    return -1;
}

/* A number, a register or a name. */
static int value(const struct device *d, const struct word *w, int *out) {
    int at;
    if (which_register(w, &at)) {
        *out = d->registers[at];
        return 1;
    }
    if ((at = lookup(d, w)) >= 0) {
        *out = d->values[at];
        return 1;
    }
    return number(w, out);
}

/* ---- commands -------------------------------------------------------------------------------- */

static int do_set(struct device *d, const struct word *w, int n) {
    int reg, v;
    if (n != 3 || !which_register(&w[1], &reg) || !value(d, &w[2], &v)) return 0;
    d->registers[reg] = v;
    return 1;
}

static int do_let(struct device *d, const struct word *w, int n) {
    int v, at;
    if (n != 3 || !value(d, &w[2], &v) || w[1].len == 0 || w[1].len > NAME) return 0;
    at = lookup(d, &w[1]);
    if (at < 0) {
        if (d->named >= NAMES || !(d->names[d->named] = malloc(NAME))) return 0;
        at = (int)d->named++;
        memcpy(d->names[at], w[1].p, w[1].len);
        /* no room if it is as long as can be */
        d->names[at][w[1].len] = 0; /* BUG name */
    }
    d->values[at] = v;
    return 1;
}

static int arithmetic(struct device *d, const struct word *w, int n) {
    int reg, v;
    if (n != 3 || !which_register(&w[1], &reg) || !value(d, &w[2], &v)) return 0;
    uint32_t a = (uint32_t)d->registers[reg], b = (uint32_t)v;
    if (is(&w[0], "add"))
        d->registers[reg] = (int)(a + b);
    else if (is(&w[0], "mul"))
        d->registers[reg] = (int)(a * b);
    else if (is(&w[0], "div")) {
        if (v == 0) return 0;
        /* the least number by minus one */
        d->registers[reg] /= v; /* BUG division */
    } else
        return 0;
    return 1;
}

static int do_push(struct device *d, const struct word *w, int n) {
    int v;
    if (n != 2 || !value(d, &w[1], &v) || d->depth > STACK) return 0;
    /* one too many */
    d->stack[d->depth++] = v; /* BUG push */
    return 1;
}

static int do_pop(struct device *d, const struct word *w, int n) {
    int reg;
    if (n != 2 || !which_register(&w[1], &reg) || d->depth == 0) return 0;
    d->registers[reg] = d->stack[--d->depth];
    return 1;
}

/* ---- commands that change the device ------------------------------------------------------------
 */

static uint32_t mix(uint32_t x) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}

static int do_open(struct device *d, const struct word *w, int n) {
    int key;
    if (n != 2 || !number(&w[1], &key)) return 0;
    if (mix((uint32_t)key) != 0x5eed1e55) return 0;
    d->session = (uint32_t)key;
    return 1;
}

static int do_alloc(struct device *d, const struct word *w, int n) {
    int size;
    if (n != 2 || !number(&w[1], &size) || size < 1 || size > BLOCK) return 0;
    if (!d->dropped) free(d->block);
    d->dropped = 0;
    d->block = calloc((size_t)size, 1);
    d->block_size = (size_t)size;
    return d->block != NULL;
}

/* write OFFSET LENGTH TEXT */
static int do_write(struct device *d, const struct word *w, int n) {
    int offset, len;
    if (n != 4 || !d->block || d->dropped || !number(&w[1], &offset) || !number(&w[2], &len))
        return 0;
    if (len < 0 || (size_t)len > w[3].len || offset < 0) return 0;
    if ((size_t)offset >= d->block_size) return 0;
    if ((uint32_t)(offset + len) > d->block_size + 2) return 0;
    /* two bytes behind the block */
    memcpy(d->block + offset, w[3].p, (size_t)len); /* BUG write */
    return 1;
}

static int do_drop(struct device *d, int n) {
    if (n != 1 || !d->block || d->dropped) return 0;
    free(d->block);
    if (d->session)
        d->dropped = 1; /* it stays there for looking at, says the manual */
    else
        d->block = NULL;
    return 1;
}

static int do_sum(struct device *d, const struct word *w, int n) {
    int reg, sum = 0;
    if (n != 2 || !d->block || !which_register(&w[1], &reg)) return 0;
    for (size_t i = 0; i < d->block_size; i++) {
        /* of a block given back */
        sum += d->block[i]; /* BUG drop */
    }
    d->registers[reg] = sum;
    return 1;
}

static int do_erase(struct device *d, const struct word *w, int n) {
    int from, to;
    if (n != 3 || !d->session || !value(d, &w[1], &from) || !value(d, &w[2], &to)) return 0;
    if (from < 0 || from >= REGISTERS || to < from) return 0;
    for (int i = from; i < to && i <= REGISTERS; i++) {
        /* one too many */
        d->registers[i] = 0; /* BUG erase */
    }
    return 1;
}

/* ---- lines --------------------------------------------------------------------------------------
 */

static int changing(struct device *d, const struct word *w, int n) {
    if (!d->checked) return 0;
    if (is(&w[0], "open")) return do_open(d, w, n);
    if (is(&w[0], "alloc")) return do_alloc(d, w, n);
    if (is(&w[0], "write")) return do_write(d, w, n);
    if (is(&w[0], "drop")) return do_drop(d, n);
    if (is(&w[0], "erase")) return do_erase(d, w, n);
    return 0;
}

static int command(struct device *d, const struct word *w, int n) {
    d->commands++;
    if (is(&w[0], "set")) return do_set(d, w, n);
    if (is(&w[0], "let")) return do_let(d, w, n);
    if (is(&w[0], "push")) return do_push(d, w, n);
    if (is(&w[0], "pop")) return do_pop(d, w, n);
    if (is(&w[0], "sum")) return do_sum(d, w, n);
    if (is(&w[0], "quit")) return d->done = 1;
    if (is(&w[0], "add") || is(&w[0], "mul") || is(&w[0], "div")) return arithmetic(d, w, n);
    return changing(d, w, n);
}

/* Takes `*HH` off. 0: it is wrong. */
static int take_checksum(struct device *d, const char *p, size_t *len) {
    uint8_t sum = 0;
    size_t n = *len;
    d->checked = 0;
    if (n < 3 || p[n - 3] != '*') return 1;
    int high = hex(p[n - 2]), low = hex(p[n - 1]);
    for (size_t i = 0; i < n - 3; i++) sum ^= (uint8_t)p[i];
    if (high < 0 || low < 0 || sum != (high << 4 | low)) return 0;
    *len = n - 3;
    d->checked = 1;
    return 1;
}

static int line(struct device *d, const char *p, size_t len) {
    struct word words[MAX_WORDS];
    int n = 0;
    if (!take_checksum(d, p, &len)) return 0;
    for (size_t i = 0; i < len;) {
        if (p[i] == ' ') {
            i++;
            continue;
        }
        size_t from = i;
        while (i < len && p[i] != ' ') i++;
        if (n == MAX_WORDS) return 0;
        words[n++] = (struct word){p + from, i - from};
    }
    return n == 0 || words[0].p[0] == '#' || command(d, words, n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct device d = {.registers = calloc(REGISTERS, sizeof(int)),
                       .stack = calloc(STACK, sizeof(int))};
    const char *p = (const char *)data, *end = p + size;
    for (int i = 0; i < MAX_LINES && p < end && !d.done && d.registers && d.stack; i++) {
        const char *eol = memchr(p, '\n', (size_t)(end - p));
        if (!eol) eol = end;
        if (!line(&d, p, (size_t)(eol - p))) break;
        p = eol + 1;
    }
    if (!d.dropped) free(d.block);
    for (uint32_t i = 0; i < d.named; i++) free(d.names[i]);
    free(d.registers);
    free(d.stack);
    return 0;
}
