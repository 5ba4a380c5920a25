/* dirent.h: directories are read once, when they are opened. */
#include "files.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>

struct __dirstream {
    int fd;
    char *names; /* each with its NUL */
    size_t size, at;
    struct dirent entry;
    struct dirent64 entry64;
};

/* The folder at path, which is open. */
static DIR *read_names(int fd, const char *path) {
    size_t size = 0;
    char *names = rt_list_directory(path, &size);
    DIR *d = names ? calloc(1, sizeof *d) : NULL;
    if (!d) {
        free(names);
        return rt_null(ENOMEM);
    }
    d->fd = fd;
    d->names = names;
    d->size = size;
    return d;
}

static DIR *open_folder(const char *path) {
    int fd = rt_open(path, O_RDONLY | O_DIRECTORY, 0);
    if (fd < 0) return NULL;
    DIR *d = read_names(fd, path);
    if (!d) rt_close(fd);
    return d;
}

DIR *opendir(const char *path) { return open_folder(path); }

DIR *fdopendir(int fd) {
    char *path = rt_path_at(fd, ".");
    DIR *d = path ? read_names(fd, path) : NULL;
    free(path);
    return d;
}

static int close_folder(DIR *d) {
    int fd = d->fd;
    free(d->names);
    free(d);
    return rt_close(fd);
}

int closedir(DIR *d) { return close_folder(d); }

/* The next name; NULL at the end. */
static const char *next_name(DIR *d) {
    if (d->at >= d->size) return NULL;
    const char *name = d->names + d->at;
    d->at += rt_strlen(name) + 1;
    return name;
}

/* Numbers are as arbitrary as those of stat; they differ. */
#define FILL(e)                                       \
    const char *name = next_name(d);                  \
    if (!name) return NULL;                           \
    (e)->d_ino = 1000 + d->at;                        \
    (e)->d_off = (int)d->at;                          \
    (e)->d_reclen = sizeof *(e);                      \
    (e)->d_type = DT_UNKNOWN;                         \
    rt_memcpy((e)->d_name, name, rt_strlen(name) + 1); \
    return e

static struct dirent *fill(DIR *d, struct dirent *e) { FILL(e); }
static struct dirent64 *fill64(DIR *d, struct dirent64 *e) { FILL(e); }
struct dirent *readdir(DIR *d) { return fill(d, &d->entry); }
struct dirent64 *readdir64(DIR *d) { return fill64(d, &d->entry64); }
void rewinddir(DIR *d) { d->at = 0; }
long telldir(DIR *d) { return (long)d->at; }
void seekdir(DIR *d, long at) { d->at = (size_t)at; }
int dirfd(DIR *d) { return d->fd; }

/* ---- scandir: each entry in a block of its own, as long as its name ---- */
#define SCAN(suffix, type)                                                                                                            \
    static type *copy##suffix(DIR *d) {                                                                                               \
        type whole, *e = &whole;                                                                                                      \
        size_t n = offsetof(type, d_name) + rt_strlen(d->names + d->at) + 1;                                                          \
        type *copy = malloc(n < sizeof(int) ? sizeof(int) : n);                                                                       \
        if (fill##suffix(d, e) && copy) rt_memcpy(copy, e, n);                                                                        \
        return copy;                                                                                                                  \
    }                                                                                                                                 \
    static int compare##suffix(const void *a, const void *b, void *order) {                                                           \
        return (*(int (**)(const type **, const type **))order)((const type **)a, (const type **)b);                                  \
    }                                                                                                                                 \
    static int scan##suffix(const char *path, type ***list, int (*want)(const type *), int (*order)(const type **, const type **)) {  \
        DIR *d = open_folder(path);                                                                                                   \
        if (!d) return -1;                                                                                                            \
        type **all = NULL, **more;                                                                                                    \
        size_t n = 0;                                                                                                                 \
        bool failed = false;                                                                                                          \
        while (!failed && d->at < d->size) {                                                                                          \
            type *e = copy##suffix(d);                                                                                                \
            if (e && want && !want(e)) {                                                                                              \
                free(e);                                                                                                              \
                continue;                                                                                                             \
            }                                                                                                                         \
            more = e ? realloc(all, (n + 1) * sizeof *all) : NULL;                                                                    \
            failed = !more;                                                                                                           \
            if (failed) free(e);                                                                                                      \
            else (all = more)[n++] = e;                                                                                               \
        }                                                                                                                             \
        close_folder(d);                                                                                                              \
        while (failed && n > 0) free(all[--n]);                                                                                       \
        if (failed) return free(all), rt_fail(ENOMEM);                                                                                \
        if (order && n > 1) rt_sort(all, n, sizeof *all, compare##suffix, &order);                                                    \
        return *list = all, (int)n;                                                                                                   \
    }
SCAN(, struct dirent)
SCAN(64, struct dirent64)

int scandir(const char *restrict path, struct dirent ***restrict list, int (*want)(const struct dirent *),
            int (*order)(const struct dirent **, const struct dirent **)) {
    return scan(path, list, want, order);
}
int scandir64(const char *restrict path, struct dirent64 ***restrict list, int (*want)(const struct dirent64 *),
              int (*order)(const struct dirent64 **, const struct dirent64 **)) {
    return scan64(path, list, want, order);
}
int alphasort(const struct dirent **a, const struct dirent **b) { return rt_strcmp((*a)->d_name, (*b)->d_name); }
int alphasort64(const struct dirent64 **a, const struct dirent64 **b) { return rt_strcmp((*a)->d_name, (*b)->d_name); }
