#include <asm/unistd_64.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cage.h"
#include "filter.h"

enum { MOST_INSTRUCTIONS = 1024, X32 = 0x40000000 };

struct filter_code {
    struct sock_filter code[MOST_INSTRUCTIONS];
    unsigned short len;
};

static const uint32_t apart = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

static void add(struct filter_code *f, uint16_t code, uint8_t yes, uint8_t no, uint32_t k) {
    if (f->len == MOST_INSTRUCTIONS) errno = E2BIG, cage_fail("filter");
    f->code[f->len++] = (struct sock_filter){code, yes, no, k};
}

static void load(struct filter_code *f, size_t offset) { add(f, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset); }
static void give(struct filter_code *f, uint32_t what) { add(f, BPF_RET | BPF_K, 0, 0, what); }
static void refuse(struct filter_code *f, int error) { give(f, SECCOMP_RET_ERRNO | (uint32_t)error); }
/* What comes next is executed if the loaded word is k. */
static void if_equal(struct filter_code *f, uint32_t k, uint8_t skip) { add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, skip, k); }

static size_t argument(int n) { return offsetof(struct seccomp_data, args) + 8u * (unsigned)n; } /* its low half */

/* The call with that number is refused if a bit of its argument is in the mask. */
static void refuse_bits(struct filter_code *f, int number, int n, uint32_t mask) {
    if_equal(f, (uint32_t)number, 4);
    load(f, argument(n));
    add(f, BPF_JMP | BPF_JSET | BPF_K, 0, 1, mask);
    refuse(f, EPERM);
    give(f, SECCOMP_RET_ALLOW);
}

/* ... unless its first argument is ourselves, or a group that is ours (0). */
static void refuse_others(struct filter_code *f, int number, uint32_t self) {
    if_equal(f, (uint32_t)number, 5);
    load(f, argument(0));
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, self);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    give(f, SECCOMP_RET_ALLOW);
    refuse(f, EPERM);
}

/* The call with that number is refused if its second argument is one of three. */
static void refuse_commands(struct filter_code *f, int number, uint32_t a, uint32_t b, uint32_t c) {
    if (number == FILTER_NONE) return;
    if_equal(f, (uint32_t)number, 6);
    load(f, argument(1));
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 2, 0, a);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, b);
    if_equal(f, c, 1);
    refuse(f, EPERM);
    give(f, SECCOMP_RET_ALLOW);
}

static void refuse_list(struct filter_code *f, const int *list) {
    for (; *list != FILTER_END; list++) {
        if (*list == FILTER_NONE) continue;
        if_equal(f, (uint32_t)*list, 1);
        refuse(f, EPERM);
    }
}

/* Without namespaces other processes are in reach: by signals, limits, and files that send signals. */
static void refuse_light(struct filter_code *f, const struct filter_numbers *n, const struct cage *c) {
    if (!c->tool) refuse_list(f, n->light);
    for (int i = 0; i < FILTER_OTHERS; i++) refuse_others(f, n->others[i], (uint32_t)getpid());
    refuse_commands(f, n->fcntl, F_SETOWN, F_SETOWN_EX, F_SETSIG);
    refuse_commands(f, n->fcntl64, F_SETOWN, F_SETOWN_EX, F_SETSIG);
}

static void add_calls(struct filter_code *f, const struct filter_numbers *n, const struct cage *c) {
    load(f, offsetof(struct seccomp_data, nr));
    refuse_list(f, n->denied);
    if_equal(f, (uint32_t)n->clone3, 1);
    refuse(f, ENOSYS); /* its flags cannot be seen: libraries take clone then */
    refuse_bits(f, n->clone, 0, apart);
    refuse_commands(f, n->ioctl, TIOCSTI, TIOCLINUX, TIOCSTI);
    if (c->light) refuse_light(f, n, c);
    give(f, SECCOMP_RET_ALLOW);
}

void filter_apply(const struct cage *c) {
    struct filter_code f = {.len = 0}, other = {.len = 0};
    add_calls(&other, &filter_numbers32, c);
    load(&f, offsetof(struct seccomp_data, arch));
    if_equal(&f, AUDIT_ARCH_I386, 1); /* the jump behind it takes any distance */
    add(&f, BPF_JMP | BPF_JA, 0, 0, 3);
    if_equal(&f, AUDIT_ARCH_X86_64, 1);
    add(&f, BPF_JMP | BPF_JA, 0, 0, other.len + 2u);
    give(&f, SECCOMP_RET_KILL_PROCESS);
    for (int i = 0; i < other.len; i++) add(&f, other.code[i].code, other.code[i].jt, other.code[i].jf, other.code[i].k);
    give(&f, SECCOMP_RET_KILL_PROCESS);
    load(&f, offsetof(struct seccomp_data, nr));
    add(&f, BPF_JMP | BPF_JGE | BPF_K, 0, 1, X32);
    refuse(&f, ENOSYS);
    add_calls(&f, &filter_numbers64, c);
    struct sock_fprog program = {f.len, f.code};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0)) cage_fail("seccomp");
}
