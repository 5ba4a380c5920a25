/* Names and inodes of the file system model: see files.h. */
#include "files.h"

#include <fcntl.h>
#include <sys/stat.h>

struct name {
    struct name *next;
    struct rt_inode *inode; /* NULL: removed */
    char path[];
};

static struct name *names;
static unsigned last_number = 10;
static mode_t mask = 022;
bool rt_emptying;
static char *current; /* current directory; NULL: where the program started */

/* Where the program started; host paths below it are used relative, so any name would do when
 * the environment does not tell. */
static const char *start_directory(void) {
    const char *pwd = __shrike_exploring() ? NULL : __shrike_getenv("PWD");
    return pwd && pwd[0] == '/' && pwd[1] ? pwd : "/proc/self/cwd";
}

const char *rt_cwd(void) { return current ? current : start_directory(); }

/* Appends one component to an absolute path of length n; returns the new length. */
static size_t add_component(char *path, size_t n, const char *part, size_t len) {
    if (len == 0 || (len == 1 && part[0] == '.')) return n;
    if (len == 2 && part[0] == '.' && part[1] == '.') {
        while (n > 0 && path[--n] != '/') {
        }
        return n;
    }
    path[n++] = '/';
    rt_memcpy(path + n, part, len);
    return n + len;
}

static size_t add_components(char *path, size_t n, const char *s) {
    while (*s) {
        size_t len = 0;
        while (s[len] && s[len] != '/') len++;
        n = add_component(path, n, s, len);
        s += len + (s[len] == '/');
    }
    return n;
}

/* Removes the start directory from the front of a canonical absolute path. */
static void make_relative(char *path) {
    const char *start = start_directory();
    size_t n = rt_strlen(start);
    if (rt_strncmp(path, start, n) != 0) return;
    if (path[n] == '/')
        rt_memmove(path, path + n + 1, rt_strlen(path + n + 1) + 1);
    else if (!path[n])
        rt_memcpy(path, ".", 2);
}

/* An absolute path without ".", ".." and "//", to be freed; NULL with errno. */
char *rt_absolute_path(const char *path) {
    if (!*path) return rt_null(ENOENT);
    const char *cwd = rt_cwd();
    char *full = malloc(rt_strlen(cwd) + rt_strlen(path) + 3);
    if (!full) return rt_null(ENOMEM);
    size_t n = path[0] == '/' ? 0 : add_components(full, 0, cwd);
    n = add_components(full, n, path);
    if (n == 0) full[n++] = '/';
    full[n] = 0;
    return full;
}

/* ---- names that depend on the input: no host has an answer for all of them ---- */
bool rt_is_open_name(const char *path) {
    if (!__shrike_exploring()) return false;
    for (size_t i = 0; i < PATH_MAX; i++) {
        if (__shrike_symbolic(path + i, 1)) return true;
        if (!path[i]) return false;
    }
    return false;
}

static char *copy_open(const char *path) {
    size_t n = 0;
    while (path[n]) n++; /* a path for each length: what is made of it has a size */
    if (n == 0) return rt_null(ENOENT);
    char *copy = malloc(n + 1);
    if (!copy) return rt_null(ENOMEM);
    rt_memcpy(copy, path, n);
    copy[n] = 0;
    return copy;
}

static char *canonical_path(const char *path) {
    if (rt_is_open_name(path)) return copy_open(path);
    char *full = rt_absolute_path(path);
    if (full) make_relative(full);
    return full;
}

static struct name *find_name(const char *path) {
    for (struct name *p = names; p; p = p->next)
        if (rt_strcmp(p->path, path) == 0) return p;
    return NULL;
}

struct rt_inode *rt_inode_new(enum rt_kind kind, mode_t mode) {
    struct rt_inode *inode = calloc(1, sizeof *inode);
    if (!inode) return rt_null(ENOMEM);
    __shrike_own(inode);
    inode->kind = kind;
    inode->mode = mode & 07777;
    inode->number = ++last_number;
    return inode;
}

void rt_inode_drop(struct rt_inode *inode) {
    if (inode->links + inode->opens > 0) return;
    free(inode->data);
    free(inode->given);
    free(inode);
}

/* Makes the canonical path name this inode, whatever it named before. */
static void set_name(const char *path, struct rt_inode *inode) {
    struct name *p = find_name(path);
    if (!p) {
        size_t n = rt_strlen(path) + 1;
        p = malloc(sizeof *p + n);
        if (!p) __shrike_unsupported("file names without memory");
        __shrike_own(p);
        rt_memcpy(p->path, path, n);
        p->inode = NULL;
        p->next = names;
        names = p;
    }
    struct rt_inode *old = p->inode;
    p->inode = inode;
    if (inode) inode->links++;
    if (!old) return;
    old->links--;
    rt_inode_drop(old);
}

static const struct device {
    const char *path;
    enum rt_kind kind;
} devices[] = {{"/dev/null", RT_NULL},
               {"/dev/zero", RT_ZERO},
               {"/dev/full", RT_FULL},
               {"/dev/urandom", RT_RANDOM},
               {"/dev/random", RT_RANDOM}};

static struct rt_inode *load_device(const char *path) {
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (rt_strcmp(path, devices[i].path) == 0) return rt_inode_new(devices[i].kind, 0666);
    return NULL;
}

/* The name of a symbolic file, which is a letter; else 0. */
static char symbolic_letter(const char *path) {
    bool is_one = path[0] >= 'A' && path[0] - 'A' < __shrike_symbolic_files() && !path[1];
    return is_one && __shrike_exploring() ? path[0] : 0;
}

static struct rt_inode *load_host(const char *path) {
    size_t size = 0;
    int err = 0;
    char *data = __shrike_host_load(path, &size, &err);
    /* A file that is about to be emptied may contain anything. */
    bool symbolic = data && size > 0 && __shrike_symbolic(data, size);
    if (!symbolic && !rt_emptying) __shrike_approximate("a file of this machine stands for all");
    if (!data && err != EISDIR) return rt_null(err);
    struct rt_inode *inode = rt_inode_new(data ? RT_FILE : RT_DIRECTORY, data ? 0644 : 0755);
    if (!inode) return NULL;
    inode->data = data;
    inode->size = inode->capacity = size;
    inode->letter = symbolic_letter(path);
    return inode;
}

static struct rt_inode *lookup(const char *path);

/* The symbolic files, those that the program has made, and the directory where it started; all others are not there. */
static struct rt_inode *lookup_open(const char *path) {
    if (!path[0]) return rt_null(ENOENT);
    for (int i = 0; i < __shrike_symbolic_files(); i++) {
        const char name[2] = {(char)('A' + i), 0};
        if (rt_strcmp(path, name) == 0) return lookup(name);
    }
    struct name *p = find_name(path);
    if (p) return p->inode ? p->inode : rt_null(ENOENT);
    if (rt_strcmp(path, ".") == 0) return lookup(".");
    __shrike_approximate("a file name that depends on the input names a symbolic file, a file that the program created, \".\" or no file");
    return rt_null(ENOENT);
}

/* rt_lookup of a canonical path. */
static struct rt_inode *lookup(const char *path) {
    if (rt_is_open_name(path)) return lookup_open(path);
    struct name *p = find_name(path);
    if (p) return p->inode ? p->inode : rt_null(ENOENT);
    struct rt_inode *inode = load_device(path);
    if (!inode) inode = load_host(path);
    if (inode) set_name(path, inode);
    return inode;
}

struct rt_inode *rt_lookup(const char *path) {
    if (rt_is_open_name(path)) return lookup_open(path);
    char *full = canonical_path(path);
    if (!full) return NULL;
    struct rt_inode *inode = lookup(full);
    free(full);
    return inode;
}

/* Is the directory that would hold a canonical path there? errno says why not. */
static bool parent_exists(char *path) {
    if (rt_is_open_name(path)) return true; /* approximated when it was looked for */
    char *slash = rt_strrchr(path, '/');
    if (!slash || slash == path) return true;
    *slash = 0;
    struct rt_inode *parent = lookup(path);
    *slash = '/';
    if (!parent) return false;
    if (parent->kind != RT_DIRECTORY) rt_errno = ENOTDIR;
    return parent->kind == RT_DIRECTORY;
}

struct rt_inode *rt_create(const char *path, enum rt_kind kind, mode_t mode) {
    char *full = canonical_path(path);
    if (!full) return NULL;
    struct rt_inode *inode = NULL;
    rt_file_changes();
    if (parent_exists(full)) inode = rt_inode_new(kind, mode & ~mask);
    if (inode) {
        inode->dirty = kind == RT_FILE;
        set_name(full, inode);
    }
    free(full);
    return inode;
}

/* ---- what is in a directory ---- */
struct listing {
    char *names;
    size_t size, capacity;
};

static bool is_listed(const struct listing *l, const char *name) {
    for (size_t at = 0; at < l->size; at += rt_strlen(l->names + at) + 1)
        if (rt_strcmp(l->names + at, name) == 0) return true;
    return false;
}

static bool list(struct listing *l, const char *name) {
    if (is_listed(l, name)) return true;
    size_t n = rt_strlen(name) + 1;
    if (l->size + n > l->capacity) {
        size_t capacity = 2 * l->capacity + n + 64;
        char *more = realloc(l->names, capacity);
        if (!more) return false;
        l->names = more;
        l->capacity = capacity;
    }
    rt_memcpy(l->names + l->size, name, n);
    l->size += n;
    return true;
}

/* The last part of a canonical path, if what is before it is the directory; else NULL. */
static const char *part_in(const char *directory, const char *path) {
    const char *slash = rt_strrchr(path, '/');
    if (rt_strcmp(directory, ".") == 0) return slash || rt_strcmp(path, ".") == 0 ? NULL : path;
    size_t n = rt_strlen(directory);
    bool root = n == 1 && directory[0] == '/';
    if (!slash || (size_t)(slash - path) != (root ? 0 : n) || rt_strncmp(path, directory, root ? 0 : n) != 0) return NULL;
    return slash[1] ? slash + 1 : NULL;
}

static bool is_removed(const char *directory, const char *name) {
    for (const struct name *p = names; p; p = p->next) {
        const char *part = p->inode ? NULL : part_in(directory, p->path);
        if (part && rt_strcmp(part, name) == 0) return true;
    }
    return false;
}

/* What the host has there; in an exploring run the symbolic files only. */
static bool list_outside(struct listing *l, const char *directory) {
    if (__shrike_exploring()) {
        __shrike_approximate("a directory has the symbolic files and those that the program has made");
        bool ok = true;
        for (int i = 0; i < __shrike_symbolic_files() && rt_strcmp(directory, ".") == 0; i++) {
            const char name[2] = {(char)('A' + i), 0};
            if (!is_removed(directory, name)) ok &= list(l, name);
        }
        return ok;
    }
    size_t size = 0;
    char *host = __shrike_host_list(directory, &size);
    bool ok = true;
    for (size_t at = 0; host && at < size; at += rt_strlen(host + at) + 1)
        if (!is_removed(directory, host + at)) ok &= list(l, host + at);
    free(host);
    return ok;
}

char *rt_list_directory(const char *path, size_t *size) {
    struct listing l = {0};
    char *full = canonical_path(path);
    if (!full) return NULL;
    bool ok = list(&l, ".") && list(&l, "..") && list_outside(&l, full);
    for (const struct name *p = names; ok && p; p = p->next) {
        const char *part = p->inode ? part_in(full, p->path) : NULL;
        if (part) ok = list(&l, part);
    }
    free(full);
    *size = l.size;
    if (ok) return l.names;
    free(l.names);
    return rt_null(ENOMEM);
}

static int hide(const char *path, bool directory) {
    char *full = canonical_path(path);
    if (!full) return -1;
    struct rt_inode *inode = lookup(full);
    int result = -1;
    if (inode && (inode->kind == RT_DIRECTORY) != directory)
        rt_errno = directory ? ENOTDIR : EISDIR;
    else if (inode)
        set_name(full, NULL), result = 0;
    free(full);
    return result;
}

int rt_unlink(const char *path) { return hide(path, false); }
int rt_remove_directory(const char *path) { return hide(path, true); }

/* Gives the inode at `from` a second name. */
static int add_name(char *from, char *to) {
    struct rt_inode *inode = lookup(from);
    if (!inode || !parent_exists(to)) return -1;
    if (inode->kind == RT_DIRECTORY) return rt_fail(EPERM);
    int before = rt_errno;
    struct rt_inode *old = lookup(to);
    rt_errno = before; /* looking in vain is no error of the caller */
    if (old && old->kind == RT_DIRECTORY) return rt_fail(EISDIR);
    inode->dirty = true;
    set_name(to, inode);
    return 0;
}

int rt_rename(const char *from, const char *to) {
    char *source = canonical_path(from), *target = canonical_path(to);
    int result = -1;
    if (source && target) result = add_name(source, target);
    if (result == 0 && rt_strcmp(source, target) != 0) set_name(source, NULL);
    free(source);
    free(target);
    return result;
}

int rt_link(const char *from, const char *to) {
    int before = rt_errno;
    if (rt_lookup(to)) return rt_fail(EEXIST);
    rt_errno = before;
    char *source = canonical_path(from), *target = canonical_path(to);
    int result = source && target ? add_name(source, target) : -1;
    free(source);
    free(target);
    return result;
}

int rt_chdir(const char *path) {
    struct rt_inode *inode = rt_lookup(path);
    if (!inode) return -1;
    if (inode->kind != RT_DIRECTORY) return rt_fail(ENOTDIR);
    char *next = rt_absolute_path(path);
    if (!next) return -1;
    free(current);
    current = next;
    return 0;
}

/* A canonical path, from the root. */
static char *from_root(const char *path, const char *rest) {
    const char *start = path[0] == '/' ? "" : start_directory();
    size_t n = rt_strlen(start) + rt_strlen(path) + rt_strlen(rest) + 3;
    char *full = malloc(n);
    if (!full) return rt_null(ENOMEM);
    rt_snprintf(full, n, "%s%s%s/%s", start, *start ? "/" : "", path, rest);
    return full;
}

char *rt_path_at(int fd, const char *path) {
    if (fd == AT_FDCWD || *path == '/') return rt_strdup(path);
    const struct rt_open *o = rt_descriptor(fd);
    if (!o) return NULL;
    if (!*path) return rt_null(ENOENT);
    if (o->inode->kind != RT_DIRECTORY) return rt_null(ENOTDIR);
    if (rt_is_open_name(path)) __shrike_unsupported("a name that depends on the input, below a directory that is open");
    for (const struct name *p = names; p; p = p->next)
        if (p->inode == o->inode) return from_root(p->path, path);
    return rt_null(ENOENT); /* it was removed */
}

mode_t rt_umask(mode_t next) {
    mode_t old = mask;
    __shrike_suppose_result("files are created with the mask 022");
    mask = next & 0777;
    return old;
}

void rt_names_save(void) {
    for (struct name *p = names; p; p = p->next)
        if (p->inode && p->inode->dirty && p->inode->kind == RT_FILE)
            __shrike_host_save(p->path, p->inode->data ? p->inode->data : "", p->inode->size, 0);
}
