/* What happens before what: data races that no two neighbouring steps show. A relaxed atomic operation lets another
 * thread know that something was written, and orders nothing.
 *
 * Used where a program has atomic operations that are not sequentially consistent, or may hear that a lock is
 * taken, and races are looked for (front/define/threads.h puts the calls in): else two accesses that nothing orders are neighbours in some schedule. Engines and
 * native runs share it.
 *
 * For each access that some later one may race with there is a record of who knows of it: threads behind it, and
 * locks and atomic variables through which others get to know (Goldilocks: Elmas, Qadeer, Tasiran 2007). A thread that
 * accesses the same bytes without knowing races. These are sets and not times, so that states repeat; and what two steps
 * do to them commutes wherever the steps do. */
#include "threads.h"

#include <errno.h>
#include <stdint.h>

#include "shrike_rt.h"

enum { RECORDS = 128, PATHS = 8 };

/* The sequence that begins with a release by `head`. */
struct path {
    const volatile void *by;
    long head; /* an int would leave padding, and states are compared bit for bit */
};

static struct record {
    uintptr_t at;
    size_t size;
    int kind, thread;
    unsigned long long known; /* to threads, as bits */
    struct path paths[PATHS]; /* those that are used come first */
} records[RECORDS];

static int count, asked, active, sections;
static unsigned long long alive = 1;

static int self(void) { return __shrike_thread_self(); }
static unsigned long long bit(int thread) { return 1ull << thread; }

/* Where the program does not begin with main, nobody tells when it begins. */
static int is_active(void) {
    if (!asked) active = __shrike_races_wanted();
    asked = 1;
    return active;
}

/* They are in an order of their own, so that states look the same whatever came first. */
static int comes_before(const struct record *r, uintptr_t at, size_t size, int kind) {
    if (r->at != at) return r->at < at;
    if (r->size != size) return r->size < size;
    if (r->thread != self()) return r->thread < self();
    return r->kind < kind;
}

static struct record *insert(uintptr_t at, size_t size, int kind) {
    int i = count++;
    for (; i > 0 && !comes_before(&records[i - 1], at, size, kind); i--) records[i] = records[i - 1];
    __builtin_memset(&records[i], 0, sizeof *records);
    return &records[i];
}

static void remove_at(int i) {
    for (count--; i < count; i++) records[i] = records[i + 1];
    __builtin_memset(&records[count], 0, sizeof *records);
}

/* Too much to know: what is left is to look at neighbours. */
static void give_up(void) {
    __shrike_suppose_ordered();
    while (count) remove_at(count - 1);
    active = 0;
}

/* What all know of, nobody races with. */
static void forget_known(void) {
    for (int i = count; i-- > 0;)
        if (!(alive & ~records[i].known)) remove_at(i);
}

/* ---- who gets to know ---------------------------------------------------------------------------------------------- */

static struct path *path_of(struct record *r, const volatile void *by) {
    struct path *p = r->paths;
    while (p < r->paths + PATHS && p->by && p->by != by) p++;
    return p < r->paths + PATHS ? p : (struct path *)0;
}

static void remove_path(struct record *r, struct path *p) {
    struct path *last = p;
    while (last + 1 < r->paths + PATHS && last[1].by) last++;
    *p = *last;
    last->by = 0;
    last->head = 0;
}

static int passes(struct record *r, const volatile void *by) {
    const struct path *p = path_of(r, by);
    return p && p->by == by;
}

static void acquire(const volatile void *by) {
    for (int i = 0; i < count; i++)
        if (passes(&records[i], by)) records[i].known |= bit(self());
    forget_known();
}

/* keeps: what others have released there stays so. */
static void release(const volatile void *by, int keeps) {
    for (int i = 0; i < count; i++) {
        struct path *p = path_of(&records[i], by);
        int knows = records[i].known >> self() & 1;
        if (knows && !p) return give_up();
        if (knows) p->by = by, p->head = self();
        else if (!keeps && p && p->by == by) remove_path(&records[i], p);
    }
}

/* A store that releases nothing ends what others have begun. */
static void overwrite(const volatile void *by) {
    for (int i = 0; i < count; i++) {
        struct path *p = path_of(&records[i], by);
        if (p && p->by == by && p->head != self()) remove_path(&records[i], p);
    }
}

void __shrike_acquire(const volatile void *by) {
    if (active) acquire(by);
}

void __shrike_release(const volatile void *by) {
    if (active) release(by, 1);
}

void __shrike_order_create(int thread) {
    alive |= bit(thread);
    for (int i = 0; i < count; i++)
        if (records[i].known >> self() & 1) records[i].known |= bit(thread);
}

void __shrike_order_end(void) {
    alive &= ~bit(self());
    forget_known();
}

/* ---- accesses -------------------------------------------------------------------------------------------------------- */

static int overlaps(const struct record *r, uintptr_t at, size_t size) { return r->at < at + size && at < r->at + r->size; }
static int is_within(const struct record *r, uintptr_t at, size_t size) { return r->at >= at && r->at + r->size <= at + size; }

static void look(uintptr_t at, size_t size, int kind) {
    for (int i = 0; i < count; i++) {
        const struct record *r = &records[i];
        if (r->known >> self() & 1 || r->kind & kind & POINT_ATOMIC || !((r->kind | kind) & POINT_WRITE)) continue;
        if (overlaps(r, at, size)) __shrike_race((const void *)at, kind, r->thread, r->kind);
    }
}

/* Whoever races with the older one races with the new one, too. */
static int replaces(const struct record *r, uintptr_t at, size_t size, int kind) {
    if (!(r->known >> self() & 1) || !is_within(r, at, size) || (kind & ~r->kind & POINT_ATOMIC)) return 0;
    return kind & POINT_WRITE || (r->thread == self() && !(r->kind & POINT_WRITE));
}

static void add(uintptr_t at, size_t size, int kind) {
    for (int i = count; i-- > 0;)
        if (replaces(&records[i], at, size, kind)) remove_at(i);
    if (alive == bit(self())) return;
    if (count == RECORDS) return give_up();
    struct record *r = insert(at, size, kind);
    r->at = at;
    r->size = size;
    r->kind = kind;
    r->thread = self();
    r->known = bit(self());
}

static void note(const volatile void *p, size_t size, int kind) {
    look((uintptr_t)p, size, kind);
    add((uintptr_t)p, size, kind);
}

/* Atomic sections order those that access the same. */
void __shrike_plain(const volatile void *p, size_t size, int kind) {
    kind &= POINT_WRITE;
    if (!is_active() || !size || p == (const volatile void *)&errno) return;
    if (!sections) return note(p, size, kind);
    acquire(p);
    note(p, size, kind | POINT_ATOMIC);
    if (active && kind) release(p, 1);
}

void __shrike_ordered(const volatile void *p, size_t size, int kind, int order) {
    if (!is_active()) return;
    if (order & ORDER_ACQUIRE) acquire(p);
    note(p, size, (kind & POINT_WRITE) | POINT_ATOMIC);
    if (!active || !(kind & POINT_WRITE)) return;
    if (order & ORDER_RELEASE) release(p, order & ORDER_BOTH);
    else if (!(order & ORDER_BOTH)) overwrite(p);
}

void __shrike_order_forget(const void *p, size_t size) {
    for (int i = count; i-- > 0;)
        if (is_within(&records[i], (uintptr_t)p, size)) remove_at(i);
}

void __shrike_order_free(const void *p) {
    if (!active || !p) return;
    size_t size = __shrike_extent(p);
    look((uintptr_t)p, size, POINT_WRITE);
    __shrike_order_forget(p, size);
}

void __shrike_touch_text(const char *text, int kind) {
    size_t n = 0;
    if (!__shrike_races_wanted()) return;
    while (text[n]) n++;
    __shrike_touch(text, n + 1, kind);
}

/* What the library reads and writes is not known. */
void __shrike_order_library(void) {
    if (active && alive != bit(self())) __shrike_suppose_ordered();
}

void __shrike_order_atomic_begin(void) {
    __shrike_atomic_begin();
    sections++;
}

void __shrike_order_atomic_end(void) {
    if (sections) sections--;
    __shrike_atomic_end();
}
