/* The host: input, output, files, time, environment, number formatting. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hostfiles.h"
#include "exec/library/builtin.h"
#include "exec/sym/access.h"
#include "exec/sym/outside.h"
#include "exec/sym/undefined.h"

enum { CHUNK = 65536, MAX_HOST_FILE = 1 << 30 };

bool do_input(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    char buffer[CHUNK];
    uint64_t want = args[1] < sizeof buffer ? args[1] : sizeof buffer;
    ssize_t n;
    do n = read(STDIN_FILENO, buffer, want);
    while (n < 0 && errno == EINTR);
    ret[0] = n > 0 ? (uint64_t)n : 0;
    return n <= 0 || exec_write(x, args[0], buffer, (uint64_t)n);
}

bool do_exploring(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)args;
    (void)nargs;
    ret[0] = x->quiet;
    return true;
}

bool do_clock_input(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)args;
    (void)nargs;
    ret[0] = x->ctx->opt.sym_time;
    return true;
}

bool do_stat_input(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)args;
    (void)nargs;
    ret[0] = x->ctx->opt.sym_stat;
    return true;
}

/* --sym-stat makes an input of what it is. */
bool do_stdin_pipe(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)args;
    (void)nargs;
    struct stat s;
    if (x->quiet) ret[0] = !x->ctx->opt.stdin_kind /* a pipe */ && !x->ctx->opt.sym_stat;
    else ret[0] = fstat(STDIN_FILENO, &s) != 0 || !S_ISREG(s.st_mode);
    return true;
}

bool do_failures(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)args;
    (void)nargs;
    ret[0] = (uint64_t)x->ctx->opt.fail;
    return true;
}

bool do_symbolic_files(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)args;
    (void)nargs;
    uint64_t size;
    sym_files(&x->ctx->opt, &ret[0], &size);
    return true;
}

/* The least value of an input that only exploring runs have. */
bool do_low(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)x;
    (void)nargs;
    ret[0] = args[1];
    return true;
}

bool do_output(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    (void)ret;
    assert(!x->quiet); /* exploring runs have their own (symbolic_host.c) */
    char buffer[CHUNK];
    int fd = (int)args[0] == 2 ? STDERR_FILENO : STDOUT_FILENO;
    uint64_t left = x->p->is32 ? (uint32_t)args[2] : args[2];
    for (uint64_t at = args[1]; left;) {
        uint64_t n = left < sizeof buffer ? left : sizeof buffer;
        if (!exec_readable(x, at, n) || !undefined_use_bytes(x, at, n, "output")) return false;
        if (!exec_read(x, at, buffer, n)) return false;
        for (uint64_t done = 0; done < n;) {
            ssize_t w = write(fd, buffer + done, n - done);
            if (w < 0 && errno == EINTR) continue;
            if (w <= 0) return true; /* a closed pipe swallows the rest */
            done += (uint64_t)w;
        }
        at += n;
        left -= n;
    }
    return true;
}

static bool store_int(struct exec *x, uint64_t addr, int value) {
    return addr == 0 || exec_write(x, addr, &value, sizeof value);
}

/* Only plain files are read; the error for anything else. */
static int why_not(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0) return errno;
    if (S_ISDIR(info.st_mode)) return EISDIR;
    return S_ISREG(info.st_mode) ? 0 : EACCES;
}

/* 0, or the error. Elsewhere than where the command was given, only what came along is there. */
static int read_host(struct exec *x, const char *path, struct str *data) {
    const struct hostfiles *host = x->ctx->host;
    const struct str *file = host ? hostfiles_find(host, path) : NULL;
    int refusal = host ? 0 : why_not(path);
    if (host && !file) sym_gap(x, GAP_OUTSIDE, "a file that workers do not see (--give FILE)");
    if (host && !file) return ENOENT;
    if (file) str_add_len(data, str_text(file), file->len);
    else if (!refusal && !str_read_file(data, path)) refusal = errno ? errno : EIO;
    return refusal;
}

bool do_host_load(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    struct str path = {0}, data = {0};
    bool ok = exec_string(x, args[0], &path);
    ret[0] = 0;
    int refusal = ok ? read_host(x, str_text(&path), &data) : 0;
    if (ok && refusal) {
        ok = store_int(x, args[2], refusal);
    } else if (ok) {
        struct mem_object *obj = space_alloc(&x->now->space, OBJECT_HEAP, data.len, 16, x->now->top->pc->pos);
        if (obj) {
            uint64_t size = data.len;
            obj->tracked = false;
            ret[0] = obj->base;
            ok = exec_write(x, obj->base, str_text(&data), data.len) && exec_write(x, args[1], &size, x->p->ptr_bytes);
        } else {
            ok = store_int(x, args[2], ENOMEM);
        }
    }
    str_release(&path);
    str_release(&data);
    return ok;
}

/* In the order of their names, so that every run sees the same. */
static bool list_names(const char *path, struct str *out) {
    struct dirent **entries;
    int n = scandir(path, &entries, NULL, alphasort);
    if (n < 0) return false;
    for (int i = 0; i < n; i++) {
        str_add_len(out, entries[i]->d_name, strlen(entries[i]->d_name) + 1);
        free(entries[i]);
    }
    free(entries);
    return true;
}

bool do_host_list(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    struct str path = {0}, data = {0};
    bool ok = exec_string(x, args[0], &path);
    ret[0] = 0;
    if (ok && !x->ctx->host && list_names(str_text(&path), &data)) {
        struct mem_object *obj = space_alloc(&x->now->space, OBJECT_HEAP, data.len, 16, x->now->top->pc->pos);
        uint64_t size = data.len;
        if (obj) obj->tracked = false;
        if (obj)
            ok = exec_write(x, ret[0] = obj->base, str_text(&data), data.len) &&
                 exec_write(x, args[1], &size, x->p->ptr_bytes);
    }
    str_release(&path);
    str_release(&data);
    return ok;
}

/* Files of the host change only if the user allows it. */
bool do_host_save(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    ret[0] = UINT32_MAX;
    if (!x->ctx->opt.write_files) return true;
    struct str path = {0};
    uint64_t n = x->p->is32 ? (uint32_t)args[2] : args[2];
    bool ok = n <= MAX_HOST_FILE && exec_string(x, args[0], &path);
    char *data = ok ? mem_alloc(n) : NULL;
    ok = ok && exec_read(x, args[1], data, n);
    FILE *file = ok ? fopen(str_text(&path), (int)args[3] ? "ab" : "wb") : NULL;
    if (file) {
        bool written = fwrite(data, 1, n, file) == n;
        if (fclose(file) == 0 && written) ret[0] = 0;
    }
    mem_free(data);
    str_release(&path);
    return ok;
}

/* ---- floating point and text --------------------------------------------------------------- */

/* A specification of ours is one conversion with literal width and precision. */
static bool is_float_spec(const char *spec) {
    if (*spec++ != '%') return false;
    spec += strspn(spec, "-+ #0'");
    spec += strspn(spec, "0123456789");
    if (*spec == '.') spec += 1 + strspn(spec + 1, "0123456789");
    if (*spec == 'L') spec++;
    return *spec && strchr("eEfFgGaA", *spec) && !spec[1];
}

static bool format(struct exec *x, const uint64_t *args, double d, const long double *l, uint64_t *ret) {
    struct str spec = {0};
    bool ok = exec_string(x, args[2], &spec);
    if (ok && !is_float_spec(str_text(&spec)))
        ok = exec_error(x, BUG_UNSUPPORTED, "not supported: number format '%s'", str_text(&spec));
    if (ok) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        int len = l ? snprintf(NULL, 0, spec.data, *l) : snprintf(NULL, 0, spec.data, d);
        char *text = mem_alloc((size_t)len + 1);
        if (l) snprintf(text, (size_t)len + 1, spec.data, *l);
        else snprintf(text, (size_t)len + 1, spec.data, d);
#pragma GCC diagnostic pop
        uint64_t room = x->p->is32 ? (uint32_t)args[1] : args[1];
        uint64_t n = (uint64_t)len < room ? (uint64_t)len : room ? room - 1 : 0;
        text[n] = '\0';
        ret[0] = (uint32_t)len;
        ok = room == 0 || exec_write(x, args[0], text, n + 1);
        mem_free(text);
    }
    str_release(&spec);
    return ok;
}

bool do_format_double(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    double d;
    memcpy(&d, &args[3], sizeof d);
    return format(x, args, d, NULL, ret);
}

bool do_format_long_double(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    long double l = 0;
    memcpy(&l, &args[3], 10);
    return format(x, args, 0, &l, ret);
}

/* Converts with `kind`; stores how many characters were used. */
static bool scan(struct exec *x, const uint64_t *args, int kind, uint64_t *ret) {
    struct str text = {0};
    bool ok = exec_string(x, args[0], &text);
    if (ok) {
        const char *start = str_text(&text);
        char *end;
        ret[0] = ret[1] = 0;
        if (kind == FLOAT_32) {
            float f = strtof(start, &end);
            memcpy(ret, &f, sizeof f);
        } else if (kind == FLOAT_64) {
            double d = strtod(start, &end);
            memcpy(ret, &d, sizeof d);
        } else {
            long double l = strtold(start, &end);
            memcpy(ret, &l, 10);
        }
        uint64_t used = (uint64_t)(end - start);
        ok = args[1] == 0 || exec_write(x, args[1], &used, x->p->ptr_bytes);
    }
    str_release(&text);
    return ok;
}

bool do_strtod(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    return scan(x, args, FLOAT_64, ret);
}

bool do_strtof(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    return scan(x, args, FLOAT_32, ret);
}

bool do_strtold(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    return scan(x, args, FLOAT_80, ret);
}

/* ---- time and environment ---------------------------------------------------------------------- */

bool do_clock_ns(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    struct timespec now = {0, 0};
    clock_gettime((clockid_t)(int)args[0], &now);
    (void)x;
    ret[0] = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return true;
}

bool do_cycles(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)args;
    (void)nargs;
    ret[0] = x->instructions;
    return true;
}

bool do_return_address(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)x;
    (void)args;
    (void)nargs;
    ret[0] = RETURN_ADDRESS;
    return true;
}

bool do_getenv(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    struct str name = {0};
    bool ok = exec_string(x, args[0], &name);
    const char *value = ok ? getenv(str_text(&name)) : NULL;
    str_release(&name);
    ret[0] = 0;
    if (!ok || !value) return ok;
    uint64_t n = strlen(value) + 1;
    struct mem_object *obj = space_alloc(&x->now->space, OBJECT_INPUT, n, 16, 0);
    if (!obj) return true;
    obj->tracked = false;
    ret[0] = obj->base;
    return exec_write(x, obj->base, value, n);
}
