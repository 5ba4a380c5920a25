/*
 * The file system that a program sees: names, inodes and open files, all in the program's own
 * memory, so that a forked execution carries its own copy.
 *
 * A name is looked up in a list first; a name that is not there is read from the host, once.
 * Writing changes the copy. What was written is offered to the engine when the program ends.
 *
 *   descriptor -> rt_open (position, flags; shared by dup) -> rt_inode <- rt_name (path)
 *
 * Invariants:
 *   1. An inode lives while names or open files refer to it (links + opens > 0).
 *   2. Paths in the list are canonical: no ".", "..", empty parts; relative to the directory in
 *      which the program started when they lie below it.
 *   3. A name without inode hides a host file that the program removed.
 */
#ifndef RT_FILES_H
#define RT_FILES_H

#include "rt.h"

enum rt_kind { RT_FILE, RT_DIRECTORY, RT_INPUT, RT_OUTPUT, RT_NULL, RT_ZERO, RT_FULL, RT_RANDOM };

struct rt_inode {
    char *data; /* RT_FILE, RT_INPUT: what is there; room for `capacity` */
    size_t size, capacity;
    unsigned links, opens, number;
    mode_t mode; /* permission bits only */
    enum rt_kind kind;
    int output; /* RT_OUTPUT: 1 or 2 */
    bool dirty; /* must be offered to the host */
    bool mapped; /* there is, or was, a copy of it in memory, which would have to change with it */
    char letter; /* of a symbolic file: its name; 0: it is none */
    struct rt_given *given; /* what --sym-stat says of it (stat.c); NULL: nobody has asked */
};

struct rt_open {
    struct rt_inode *inode;
    int64_t position;
    int flags; /* O_ACCMODE, O_APPEND, O_NONBLOCK */
    unsigned refs;
};

/* ---- names (names.c) ---- */
/* Set while a file is opened whose contents do not matter. */
extern bool rt_emptying;
/* The inode at path, loaded from the host if need be; NULL with errno. */
struct rt_inode *rt_lookup(const char *path);
/* A new empty file or directory at path, which must not exist; its directory must. NULL with errno.
 */
struct rt_inode *rt_create(const char *path, enum rt_kind kind, mode_t mode);
/* A new inode without a name. */
struct rt_inode *rt_inode_new(enum rt_kind kind, mode_t mode);
/* Frees the inode if nothing refers to it any more. */
void rt_inode_drop(struct rt_inode *inode);
int rt_unlink(const char *path);
int rt_remove_directory(const char *path);
int rt_rename(const char *from, const char *to);
int rt_link(const char *from, const char *to);
int rt_chdir(const char *path);
/* The current directory, absolute. */
const char *rt_cwd(void);
/* The path from the root without ".", ".." and "//", to be freed; NULL with errno. */
char *rt_absolute_path(const char *path);
/* What a path means that is relative to the folder behind a descriptor, or AT_FDCWD; to be freed. NULL with errno. */
char *rt_path_at(int fd, const char *path);
mode_t rt_umask(mode_t mask);
/* Offers all written files to the host; the program is ending. */
void rt_names_save(void);

/* Does the name depend on the input? */
bool rt_is_open_name(const char *path);
/* The names in the directory at path, each with its NUL, "." and ".." first, in a fresh block, and their size; NULL with errno. */
char *rt_list_directory(const char *path, size_t *size);

/* ---- by name (unistd.c) ---- */
int rt_make_directory(const char *path, mode_t mode);
int rt_may_access(const char *path, int mode);

/* ---- what is known of a file (stat.c) ---- */
int rt_set_mode(struct rt_inode *inode, mode_t mode);
/* A file that --sym-stat has made a device or a pipe is about to be used: it behaves as a regular one. */
void rt_use_special(const struct rt_inode *inode);

/* ---- descriptors (descriptors.c) ---- */
/* The open file behind a descriptor; NULL with EBADF. */
struct rt_open *rt_descriptor(int fd);
/* open(2). */
int rt_open(const char *path, int flags, mode_t mode);
/* A descriptor for an inode that has no name. */
int rt_open_inode(struct rt_inode *inode, int flags);
int rt_close(int fd);
int rt_dup(int fd, int least);
int rt_dup2(int fd, int wanted);
ssize_t rt_read(int fd, void *buf, size_t n);
ssize_t rt_write(int fd, const void *buf, size_t n);
/* Reads and writes were asked whether they transfer less than they could (failing.c). */
extern bool rt_short_io;
/* Is it standard input, and a pipe? That it is, or is not, is an assumption from then on. */
bool rt_is_pipe(const struct rt_inode *inode);
/* A proof rests on it where the caller looks at the result. */
void rt_output(void);
void rt_file_changes(void);
int64_t rt_seek(int fd, int64_t offset, int whence);
/* Sets the size, filling with zeros. */
int rt_resize(struct rt_inode *inode, int64_t size);
/* Creates and opens a file whose name replaces the XXXXXX before the last `suffix` characters. */
int rt_make_temp(char *pattern, int suffix, int flags);

#endif
