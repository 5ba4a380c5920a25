#include "base/mem.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mem_account {
    size_t live;
    size_t peak;
    uint64_t fail_countdown;
    mem_oom_fn oom;
    void *oom_data;
};

static _Thread_local struct mem_account account;

static _Noreturn void out_of_memory(size_t wanted) {
    if (account.oom) account.oom(account.oom_data, wanted);
    fprintf(stderr, "shrike: out of memory (%zu bytes requested)\n", wanted);
    exit(1);
}

static int should_fail(void) { return account.fail_countdown && --account.fail_countdown == 0; }

static void *count_in(void *ptr) {
    account.live += malloc_usable_size(ptr);
    if (account.live > account.peak) account.peak = account.live;
    return ptr;
}

void *mem_alloc(size_t size) {
    void *ptr = should_fail() ? NULL : malloc(size ? size : 1);
    if (!ptr) out_of_memory(size);
    return count_in(ptr);
}

void *mem_zalloc(size_t size) {
    void *ptr = should_fail() ? NULL : calloc(1, size ? size : 1);
    if (!ptr) out_of_memory(size);
    return count_in(ptr);
}

void *mem_realloc(void *old, size_t size) {
    size_t before = old ? malloc_usable_size(old) : 0;
    void *ptr = should_fail() ? NULL : realloc(old, size ? size : 1);
    if (!ptr) out_of_memory(size);
    account.live -= before;
    return count_in(ptr);
}

void *mem_alloc_array(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) out_of_memory(SIZE_MAX);
    return mem_alloc(bytes);
}

char *mem_strdup(const char *text) {
    size_t n = strlen(text) + 1;
    return memcpy(mem_alloc(n), text, n);
}

void mem_free(void *ptr) {
    if (!ptr) return;
    account.live -= malloc_usable_size(ptr);
    free(ptr);
}

size_t mem_live_bytes(void) { return account.live; }
size_t mem_peak_bytes(void) { return account.peak; }

void mem_set_oom(mem_oom_fn fn, void *data) {
    account.oom = fn;
    account.oom_data = data;
}

void mem_fail_after(uint64_t n) { account.fail_countdown = n; }
