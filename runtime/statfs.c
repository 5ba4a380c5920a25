/* sys/statfs.h and sys/statvfs.h: every file is on one file system of a kind and size that many have. */
#include "files.h"

#include <stdlib.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>

enum { EXT4 = 0xEF53, BLOCK = 4096, BLOCKS = 1 << 22, INODES = 1 << 20, LONGEST_NAME = 255 };

static bool known(const struct rt_inode *inode) {
    if (inode) __shrike_suppose("kinds and sizes of file systems are those of shrike's model");
    return inode;
}

#define COMMON(s)                        \
    rt_memset(s, 0, sizeof *s);          \
    s->f_bsize = s->f_frsize = BLOCK;    \
    s->f_blocks = BLOCKS;                \
    s->f_bfree = s->f_bavail = BLOCKS / 2; \
    s->f_files = INODES;                 \
    s->f_ffree = INODES / 2

#define FILL_STATFS(s)       \
    if (!known(inode)) return -1; \
    COMMON(s);               \
    s->f_type = EXT4;        \
    s->f_namelen = LONGEST_NAME; \
    return 0

#define FILL_STATVFS(s)      \
    if (!known(inode)) return -1; \
    COMMON(s);               \
    s->f_favail = s->f_ffree; \
    s->f_namemax = LONGEST_NAME; \
    return 0

static int fill(const struct rt_inode *inode, struct statfs *s) { FILL_STATFS(s); }
static int fill64(const struct rt_inode *inode, struct statfs64 *s) { FILL_STATFS(s); }
static int fill_vfs(const struct rt_inode *inode, struct statvfs *s) { FILL_STATVFS(s); }
static int fill_vfs64(const struct rt_inode *inode, struct statvfs64 *s) { FILL_STATVFS(s); }

static const struct rt_inode *inode_of(int fd) {
    const struct rt_open *o = rt_descriptor(fd);
    return o ? o->inode : NULL;
}

int statfs(const char *path, struct statfs *s) { return fill(rt_lookup(path), s); }
int statfs64(const char *path, struct statfs64 *s) { return fill64(rt_lookup(path), s); }
int statvfs(const char *restrict path, struct statvfs *restrict s) { return fill_vfs(rt_lookup(path), s); }
int statvfs64(const char *restrict path, struct statvfs64 *restrict s) { return fill_vfs64(rt_lookup(path), s); }
int fstatfs(int fd, struct statfs *s) { return fill(inode_of(fd), s); }
int fstatfs64(int fd, struct statfs64 *s) { return fill64(inode_of(fd), s); }
int fstatvfs(int fd, struct statvfs *s) { return fill_vfs(inode_of(fd), s); }
int fstatvfs64(int fd, struct statvfs64 *s) { return fill_vfs64(inode_of(fd), s); }
