#include "base/cage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int cage_make(const unsigned char *data, const unsigned char *end) {
    int fd = memfd_create("shrike-cage", MFD_CLOEXEC);
    size_t size = (size_t)(end - data);
    if (fd >= 0 && write(fd, data, size) == (ssize_t)size) return fd;
    if (fd >= 0) close(fd);
    return CAGE_NONE;
}

static void add_option(struct cage_words *out, const char *option, const char *value) {
    vec_push(&out->argv, option);
    vec_push(&out->argv, value);
}

static void add_paths(struct cage_words *out, const char *option, const char *const *paths) {
    for (; paths && *paths; paths++) add_option(out, option, *paths);
}

/* The present folder stays visible, also below a hidden folder. */
static void add_view(const struct cage_wish *wish, struct cage_words *out) {
    const char *home = getenv("HOME");
    if (wish->tool) vec_push(&out->argv, "-t");
    if (home && *home == '/') add_option(out, "-h", home);
    if (!wish->tool && getcwd(out->here, sizeof out->here) && strcmp(out->here, "/") != 0)
        add_option(out, "-r", out->here);
    add_paths(out, "-r", wish->seen);
    add_paths(out, "-w", wish->written);
    if (wish->tool && getenv("CCACHE_DIR")) add_option(out, "-w", getenv("CCACHE_DIR"));
}

void cage_wrap(const struct cage_wish *wish, struct cage_words *out) {
    memset(out, 0, sizeof *out);
    out->program = wish->program;
    if (wish->cage >= 0) {
        snprintf(out->path, sizeof out->path, "/proc/self/fd/%d", wish->cage);
        snprintf(out->memory, sizeof out->memory, "%llu", (unsigned long long)wish->memory);
        out->program = out->path;
        vec_push(&out->argv, "cage");
        add_option(out, "-m", out->memory);
        add_view(wish, out);
        vec_push(&out->argv, "--");
        vec_push(&out->argv, wish->program);
    }
    for (const char *const *word = wish->argv; *word; word++) vec_push(&out->argv, *word);
    vec_push(&out->argv, NULL);
}

void cage_words_release(struct cage_words *words) { vec_release(&words->argv); }
