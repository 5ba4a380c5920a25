#include "job/rests.h"

static bool is_backed(const struct rests_run *runs, uint32_t n, uint64_t attempt) {
    for (uint32_t i = 0; i < n; i++)
        if (attempt && runs[i].counts && runs[i].attempt == attempt) return true;
    return false;
}

static bool are_backed(const struct rests_run *runs, uint32_t n, const vec_u64 *on) {
    for (uint32_t i = 0; i < on->len; i++)
        if (!is_backed(runs, n, on->data[i])) return false;
    return true;
}

/* The largest set whose runs rest on no run outside: a run that does is removed, until there is none. */
void rests_judge(struct rests_run *runs, uint32_t n) {
    bool changed = true;
    for (uint32_t i = 0; i < n; i++) runs[i].counts = runs[i].complete;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < n; i++) {
            if (!runs[i].counts || are_backed(runs, n, runs[i].on)) continue;
            runs[i].counts = false;
            changed = true;
        }
    }
}
