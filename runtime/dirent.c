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

DIR *opendir(const char *path) {
    int fd = rt_open(path, O_RDONLY | O_DIRECTORY, 0);
    if (fd < 0) return NULL;
    size_t size = 0;
    char *names = rt_list_directory(path, &size);
    DIR *d = names ? calloc(1, sizeof *d) : NULL;
    if (!d) {
        free(names);
        rt_close(fd);
        return rt_null(ENOMEM);
    }
    d->fd = fd;
    d->names = names;
    d->size = size;
    return d;
}

int closedir(DIR *d) {
    int fd = d->fd;
    free(d->names);
    free(d);
    return rt_close(fd);
}

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

struct dirent *readdir(DIR *d) { FILL(&d->entry); }
struct dirent64 *readdir64(DIR *d) { FILL(&d->entry64); }
void rewinddir(DIR *d) { d->at = 0; }
long telldir(DIR *d) { return (long)d->at; }
void seekdir(DIR *d, long at) { d->at = (size_t)at; }
int dirfd(DIR *d) { return d->fd; }
