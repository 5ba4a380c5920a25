/* stdlib.h: the ways a program ends. */
#include "stream.h"
#include "files.h"

#include <stdlib.h>
#include <unistd.h>
#include <assert.h>

/* One registered handler; which of the two functions is set says how it is called. */
struct handler {
    struct handler *next;
    void (*plain)(void);
    void (*with_status)(int, void *);
    void *arg;
};

static struct handler *at_exit, *at_quick_exit_list;

static int add_handler(struct handler **list, struct handler h) {
    struct handler *p = malloc(sizeof *p);
    if (!p) return -1;
    __shrike_own(p);
    *p = h;
    p->next = *list;
    *list = p;
    return 0;
}

/* Last registered first; a handler may register more, which then come next. */
static void run_handlers(struct handler **list, int status) {
    while (*list) {
        struct handler h = **list;
        free(*list);
        *list = h.next;
        if (h.plain)
            h.plain();
        else
            h.with_status(status, h.arg);
    }
}

_Noreturn void rt_exit(int status) {
    run_handlers(&at_exit, status);
    __shrike_run_destructors();
    rt_flush_all();
    rt_names_save();
    __shrike_exit(status);
}

int atexit(void (*f)(void)) { return add_handler(&at_exit, (struct handler){.plain = f}); }
int on_exit(void (*f)(int, void *), void *arg) {
    return add_handler(&at_exit, (struct handler){.with_status = f, .arg = arg});
}
int at_quick_exit(void (*f)(void)) {
    return add_handler(&at_quick_exit_list, (struct handler){.plain = f});
}

void exit(int status) { rt_exit(status); }

/* Without handlers and without flushing; what reached the files stays. */
static _Noreturn void leave(int status) {
    rt_names_save();
    __shrike_exit(status);
}

void _exit(int status) { leave(status); }
void _Exit(int status) { leave(status); }

void quick_exit(int status) {
    run_handlers(&at_quick_exit_list, status);
    leave(status);
}

void __assert(const char *expression, const char *file, int line) {
    __assert_fail(expression, file, (unsigned)line, "?");
}

void __assert_perror_fail(int err, const char *file, unsigned line, const char *function) {
    __assert_fail(rt_strerror(err), file, line, function);
}

_Noreturn void __chk_fail(void);
_Noreturn void __chk_fail(void) {
    rt_complain("*** buffer overflow detected ***: terminated\n");
    abort();
}

_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) {
    rt_complain("*** stack smashing detected ***: terminated\n");
    abort();
}
