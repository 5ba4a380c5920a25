#include "base/hostfiles.h"

#include <string.h>

static const char *plain(const char *path) {
    while (path[0] == '.' && path[1] == '/') path += 2 + strspn(path + 2, "/");
    return path;
}

void hostfiles_add(struct hostfiles *h, const char *name, struct str *data) {
    vec_push(&h->files, (struct hostfile){mem_strdup(plain(name)), *data});
    *data = (struct str){0};
}

const struct str *hostfiles_find(const struct hostfiles *h, const char *path) {
    for (uint32_t i = 0; i < h->files.len; i++)
        if (strcmp(h->files.data[i].name, plain(path)) == 0) return &h->files.data[i].data;
    return NULL;
}

void hostfiles_release(struct hostfiles *h) {
    for (uint32_t i = 0; i < h->files.len; i++) {
        mem_free(h->files.data[i].name);
        str_release(&h->files.data[i].data);
    }
    vec_release(&h->files);
}
