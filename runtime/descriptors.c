/* Open files of the file system model: see files.h. */
#include "files.h"

#include <fcntl.h>
#include <unistd.h>

enum { DESCRIPTORS = 1024 };

/* The three standard files. Standard input is a file that grows by what the engine has. */
static struct rt_inode standard[3] = {
    {.kind = RT_INPUT, .links = 1, .mode = 0644, .number = 1},
    {.kind = RT_OUTPUT, .links = 1, .mode = 0644, .number = 2, .output = 1},
    {.kind = RT_OUTPUT, .links = 1, .mode = 0644, .number = 3, .output = 2},
};
static struct rt_open standard_open[3] = {
    {&standard[0], 0, O_RDONLY, 1},
    {&standard[1], 0, O_WRONLY, 1},
    {&standard[2], 0, O_WRONLY, 1},
};
static struct rt_open *table[DESCRIPTORS] = {&standard_open[0], &standard_open[1],
                                             &standard_open[2]};

struct rt_open *rt_descriptor(int fd) {
    if (fd < 0 || fd >= DESCRIPTORS || !table[fd]) return rt_null(EBADF);
    return table[fd];
}

static int free_descriptor(int least) {
    if (least < 0 || least >= DESCRIPTORS) return rt_fail(EINVAL);
    for (int fd = least; fd < DESCRIPTORS; fd++)
        if (!table[fd]) return fd;
    return rt_fail(EMFILE);
}

int rt_open_inode(struct rt_inode *inode, int flags) {
    if (inode->given) rt_use_special(inode);
    int fd = free_descriptor(0);
    if (fd < 0) return -1;
    struct rt_open *o = malloc(sizeof *o);
    if (!o) return rt_fail(ENOMEM);
    __shrike_own(o);
    *o = (struct rt_open){inode, 0, flags & (O_ACCMODE | O_APPEND | O_NONBLOCK), 1};
    inode->opens++;
    table[fd] = o;
    return fd;
}

/* The descriptor that a name such as /dev/stdin stands for, -1 for any other name. */
static int alias(const char *path) {
    static const char names[3][12] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    for (int fd = 0; fd < 3; fd++)
        if (rt_strcmp(path, names[fd]) == 0) return fd;
    return -1;
}

int rt_open(const char *path, int flags, mode_t mode) {
    if ((flags & O_TMPFILE) == O_TMPFILE) __shrike_unsupported("open with O_TMPFILE"); /* O_DIRECTORY is a part of it */
    int fd = rt_is_open_name(path) ? -1 : alias(path);
    if (fd >= 0) return rt_dup(fd, 0);
    bool writing = (flags & O_ACCMODE) != O_RDONLY;
    int before = rt_errno;
    rt_emptying = (flags & O_CREAT) && (flags & O_TRUNC) && !(flags & O_EXCL);
    struct rt_inode *inode = rt_lookup(path);
    rt_emptying = false;
    if (!inode) {
        if (rt_errno != ENOENT || !(flags & O_CREAT)) return -1;
        rt_errno = before; /* looking in vain is no error of the caller */
        inode = rt_create(path, RT_FILE, mode);
        if (!inode) return -1;
    } else if ((flags & O_CREAT) && (flags & O_EXCL)) {
        return rt_fail(EEXIST);
    }
    bool directory = inode->kind == RT_DIRECTORY;
    if (directory && (writing || (flags & O_CREAT))) return rt_fail(EISDIR);
    if (!directory && (flags & O_DIRECTORY)) return rt_fail(ENOTDIR);
    if ((flags & O_TRUNC) && inode->kind == RT_FILE) rt_resize(inode, 0);
    return rt_open_inode(inode, flags);
}

int rt_close(int fd) {
    rt_output();
    struct rt_open *o = rt_descriptor(fd);
    if (!o) return -1;
    table[fd] = NULL;
    if (--o->refs > 0 || (o >= standard_open && o < standard_open + 3)) return 0;
    o->inode->opens--;
    rt_inode_drop(o->inode);
    free(o);
    return 0;
}

int rt_dup(int fd, int least) {
    struct rt_open *o = rt_descriptor(fd);
    int copy = o ? free_descriptor(least) : -1;
    if (copy < 0) return -1;
    o->refs++;
    return table[copy] = o, copy;
}

int rt_dup2(int fd, int wanted) {
    struct rt_open *o = rt_descriptor(fd);
    if (!o) return -1;
    if (wanted < 0 || wanted >= DESCRIPTORS) return rt_fail(EBADF);
    if (wanted == fd) return fd;
    if (table[wanted]) rt_close(wanted);
    o->refs++;
    return table[wanted] = o, wanted;
}

/* Room for `size` bytes; growth doubles. */
static int reserve(struct rt_inode *inode, size_t size) {
    if (size <= inode->capacity) return 0;
    size_t capacity = inode->capacity ? inode->capacity : 256;
    while (capacity < size) capacity = capacity > SIZE_MAX / 2 ? size : 2 * capacity;
    char *data = realloc(inode->data, capacity);
    if (!data) return rt_fail(ENOSPC);
    __shrike_own(data);
    inode->data = data;
    inode->capacity = capacity;
    return 0;
}

/* Before what is in the file is changed. */
static void change(struct rt_inode *inode) {
    if (inode->mapped) __shrike_unsupported("writing to a file that mmap was asked for");
    inode->dirty = true;
}

int rt_resize(struct rt_inode *inode, int64_t size) {
    if (size < 0) return rt_fail(EINVAL);
    if (size > PTRDIFF_MAX) return rt_fail(EFBIG);
    if (reserve(inode, (size_t)size) < 0) return -1;
    change(inode);
    if ((size_t)size > inode->size)
        rt_memset(inode->data + inode->size, 0, (size_t)size - inode->size);
    inode->size = (size_t)size;
    return 0;
}

bool rt_short_io;

/* Appends to standard input's file what one request brings. */
static void pull_input(struct rt_inode *inode, size_t n) {
    if (reserve(inode, inode->size + n) < 0) return;
    inode->size += __shrike_input(inode->data + inode->size, n, inode->size);
}

static ssize_t read_bytes(struct rt_open *o, char *buf, size_t n) {
    struct rt_inode *inode = o->inode;
    if (n == 0) return 0;
    if (inode->given) rt_use_special(inode);
    if (inode->kind == RT_INPUT && o->position >= (int64_t)inode->size) pull_input(inode, n);
    if (o->position >= (int64_t)inode->size) return 0;
    size_t left = inode->size - (size_t)o->position;
    if (n > left) n = left;
    rt_memcpy(buf, inode->data + o->position, n);
    o->position += (int64_t)n;
    return (ssize_t)n;
}

ssize_t rt_read(int fd, void *buf, size_t n) {
    struct rt_open *o = rt_descriptor(fd);
    if (!o) return -1;
    if ((o->flags & O_ACCMODE) == O_WRONLY) return rt_fail(EBADF);
    switch (o->inode->kind) {
    case RT_FILE:
    case RT_INPUT: return read_bytes(o, buf, n);
    case RT_DIRECTORY: return rt_fail(EISDIR);
    case RT_NULL: return 0;
    case RT_RANDOM: __shrike_random(buf, n); return (ssize_t)n;
    case RT_ZERO:
    case RT_FULL: rt_memset(buf, 0, n); return (ssize_t)n;
    case RT_OUTPUT: break;
    }
    return rt_fail(EBADF);
}

static ssize_t write_bytes(struct rt_open *o, const char *buf, size_t n) {
    struct rt_inode *inode = o->inode;
    if (o->flags & O_APPEND) o->position = (int64_t)inode->size;
    if (n == 0) return 0;
    int64_t end = o->position + (int64_t)n;
    if (end > (int64_t)inode->size && rt_resize(inode, end) < 0) return -1;
    change(inode);
    rt_memcpy(inode->data + o->position, buf, n);
    o->position = end;
    return (ssize_t)n;
}

void rt_file_changes(void) { __shrike_suppose_works("changes to files do not fail"); }
void rt_output(void) { __shrike_suppose_works("output does not fail"); }

ssize_t rt_write(int fd, const void *buf, size_t n) {
    rt_output();
    struct rt_open *o = rt_descriptor(fd);
    if (!o) return -1;
    if ((o->flags & O_ACCMODE) == O_RDONLY) return rt_fail(EBADF);
    switch (o->inode->kind) {
    case RT_FILE:
    case RT_INPUT:
        __shrike_shown(buf, n);
        return write_bytes(o, buf, n);
    case RT_OUTPUT:
        if (__shrike_exploring()) return __shrike_output(o->inode->output, buf, n), (ssize_t)n;
        if (n > 0) __shrike_output(o->inode->output, buf, n);
        o->position += (int64_t)n;
        return (ssize_t)n;
    case RT_FULL: return rt_fail(ENOSPC);
    case RT_DIRECTORY: return rt_fail(EBADF);
    case RT_NULL:
    case RT_ZERO:
    case RT_RANDOM: break;
    }
    return (ssize_t)n;
}

bool rt_is_pipe(const struct rt_inode *inode) {
    if (inode->kind != RT_INPUT) return false;
    bool is = __shrike_stdin_is_pipe();
    if (!__shrike_stat_is_input()) __shrike_suppose(is ? "standard input is a pipe" : "standard input is a regular file");
    return is;
}

/* Where the end is. Standard input has to be read up to it. */
static int64_t end_of(struct rt_inode *inode) {
    if (inode->kind == RT_INPUT)
        for (size_t before = SIZE_MAX; before != inode->size;) {
            before = inode->size;
            pull_input(inode, 4096);
        }
    return (int64_t)inode->size;
}

int64_t rt_seek(int fd, int64_t offset, int whence) {
    struct rt_open *o = rt_descriptor(fd);
    if (!o) return -1;
    if (rt_is_pipe(o->inode)) return rt_fail(ESPIPE);
    int64_t base = 0;
    if (whence == SEEK_CUR)
        base = o->position;
    else if (whence == SEEK_END)
        base = end_of(o->inode);
    else if (whence != SEEK_SET)
        return rt_fail(EINVAL);
    if (offset > 0 ? base > INT64_MAX - offset : base + offset < 0) return rt_fail(EINVAL);
    /* Output that left cannot be changed; asking for the position is allowed. */
    if (o->inode->kind == RT_OUTPUT && __shrike_exploring())
        __shrike_approximate("the position in standard output");
    if (o->inode->kind == RT_OUTPUT && base + offset != o->position) return rt_fail(ESPIPE);
    return o->position = base + offset;
}

/* Names are counted, not random: runs repeat. */
int rt_make_temp(char *pattern, int suffix, int flags) {
    static const char digits[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    static unsigned counter;
    size_t n = rt_strlen(pattern);
    if (suffix < 0 || n < 6 + (size_t)suffix) return rt_fail(EINVAL);
    char *x = pattern + n - 6 - suffix;
    if (rt_strncmp(x, "XXXXXX", 6) != 0) return rt_fail(EINVAL);
    __shrike_suppose("temporary names are those of shrike's model");
    for (int attempt = 0; attempt < 10000; attempt++) {
        unsigned v = counter++;
        for (int i = 5; i >= 0; i--, v /= 62) x[i] = digits[v % 62];
        int fd = rt_open(pattern, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
        if (fd >= 0 || rt_errno != EEXIST) return fd;
    }
    return rt_fail(EEXIST);
}
