// RUN: %same %s
// A byte-code machine that computes primes: tables of functions, unions, tagged values.
#include <stdio.h>
#include <stdlib.h>

typedef struct { enum { INT, BOOL } tag; union { long i; _Bool b; }; } value;
struct vm { value stack[32]; int sp, pc; long locals[4]; const signed char *code; };
typedef int (*handler)(struct vm *);

static void push_int(struct vm *m, long i) { m->stack[m->sp++] = (value){INT, {.i = i}}; }
static void push_bool(struct vm *m, _Bool b) { m->stack[m->sp++] = (value){.tag = BOOL, .b = b}; }
static value pop(struct vm *m) { return m->stack[--m->sp]; }
static long pop_int(struct vm *m) {
    value v = pop(m);
    if (v.tag != INT) exit(99);
    return v.i;
}

static int op_halt(struct vm *m) { (void)m; return 0; }
static int op_const(struct vm *m) { push_int(m, m->code[m->pc++]); return 1; }
static int op_load(struct vm *m) { push_int(m, m->locals[m->code[m->pc++]]); return 1; }
static int op_store(struct vm *m) { int at = m->code[m->pc++]; m->locals[at] = pop_int(m); return 1; }
static int op_add(struct vm *m) { long b = pop_int(m), a = pop_int(m); push_int(m, a + b); return 1; }
static int op_mod(struct vm *m) { long b = pop_int(m), a = pop_int(m); push_int(m, a % b); return 1; }
static int op_less(struct vm *m) { long b = pop_int(m), a = pop_int(m); push_bool(m, a < b); return 1; }
static int op_jump(struct vm *m) { m->pc = m->code[m->pc]; return 1; }
static int op_branch(struct vm *m) { int to = m->code[m->pc++]; if (pop(m).b) m->pc = to; return 1; }
static int op_print(struct vm *m) { printf("%ld ", pop_int(m)); return 1; }

static const handler table[] = {op_halt, op_const, op_load, op_store, op_add, op_mod, op_less, op_jump, op_branch, op_print};
enum { HALT, CONST, LOAD, STORE, ADD, MOD, LESS, JUMP, BRANCH, PRINT };

int main(void) {
    static const signed char code[] = {
        CONST, 2, STORE, 0,                                /* n = 2 */
        CONST, 2, STORE, 1,                                /* 4: d = 2 */
        LOAD, 1, LOAD, 0, LESS, BRANCH, 20,                /* 8: if d < n go on */
        LOAD, 0, PRINT, JUMP, 39,                          /* 15: prime */
        LOAD, 0, LOAD, 1, MOD, CONST, 1, LESS, BRANCH, 39, /* 20: if n % d == 0 no prime */
        LOAD, 1, CONST, 1, ADD, STORE, 1, JUMP, 8,         /* 30: d++ */
        LOAD, 0, CONST, 1, ADD, STORE, 0,                  /* 39: n++ */
        LOAD, 0, CONST, 40, LESS, BRANCH, 4, HALT,
    };
    struct vm m = {.code = code};
    int steps = 0;
    while (table[code[m.pc++]](&m)) steps++;
    printf("\n%d %d\n", steps, m.sp);
    return 0;
}
