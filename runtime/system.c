/* unistd.h and others: the process and the machine, as constants; and what has no model. */
#include "files.h"

#include <grp.h>
#include <libgen.h>
#include <pwd.h>
#include <sched.h>
#include <spawn.h>
#include <syslog.h>
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sysmacros.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <malloc.h>
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

/* What the outside decides has one answer here, and a proof says that it rests on it. */
static int granted(const char *what, int answer) {
    __shrike_suppose(what);
    return answer;
}

static int process(void) { return granted("the process has the number 1000, its parent 999", 1000); }
static unsigned user(void) { return (unsigned)granted("user and group have the number 1000", 1000); }
static int machine(int answer) { return granted("the machine's limits are those of shrike's model (sysconf, getpagesize, ...)", answer); }
/* A call that may be refused. */
static int allowed(void) { return granted("the kernel refuses no system call", 0); }
static int only_own(unsigned id) { return id == user() ? 0 : rt_fail(EPERM); }

pid_t getpid(void) { return process(); }
pid_t getppid(void) { return process() - 1; }
pid_t getpgrp(void) { return process(); }
pid_t getpgid(pid_t pid) { return (void)pid, process(); }
pid_t getsid(pid_t pid) { return (void)pid, process(); }
pid_t gettid(void) { return process(); }
pid_t setsid(void) { return process(); }
int setpgid(pid_t pid, pid_t group) { return (void)pid, (void)group, allowed(); }
int getgroups(int n, gid_t *list) { return (void)n, (void)list, granted("the user is in no other group", 0); }
uid_t getuid(void) { return user(); }
uid_t geteuid(void) { return user(); }
gid_t getgid(void) { return user(); }
gid_t getegid(void) { return user(); }
int setuid(uid_t id) { return only_own(id); }
int setgid(gid_t id) { return only_own(id); }
int seteuid(uid_t id) { return only_own(id); }
int setegid(gid_t id) { return only_own(id); }

int getpagesize(void) { return machine(4096); }
int getdtablesize(void) { return machine(1024); }
long gethostid(void) { return granted("the machine is named localhost", 0); }
int get_nprocs(void) { return machine(1); }
int get_nprocs_conf(void) { return machine(1); }
int sched_yield(void) { return 0; }
int nice(int n) { return (void)n, allowed(); }

int gethostname(char *name, size_t n) {
    static const char host[] = "localhost";
    __shrike_suppose("the machine is named localhost");
    if (n < sizeof host) return rt_fail(ENAMETOOLONG);
    rt_memcpy(name, host, sizeof host);
    return 0;
}

int uname(struct utsname *u) {
    __shrike_suppose("uname reports Linux 6.1.0 on localhost");
    rt_memset(u, 0, sizeof *u);
    rt_stpcpy(u->sysname, "Linux");
    rt_stpcpy(u->nodename, "localhost");
    rt_stpcpy(u->release, "6.1.0");
    rt_stpcpy(u->version, "#1 SMP");
    rt_stpcpy(u->machine, sizeof(void *) == 8 ? "x86_64" : "i686");
    return 0;
}

long sysconf(int name) {
    machine(0);
    switch (name) {
    case _SC_PAGESIZE: return 4096;
    case _SC_OPEN_MAX: return 1024;
    case _SC_CLK_TCK: return 100;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: return 1;
    case _SC_ARG_MAX: return 2097152;
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES: return 262144;
    case _SC_LINE_MAX: return 2048;
    case _SC_IOV_MAX: return 1024;
    case _SC_HOST_NAME_MAX: return 64;
    case _SC_LOGIN_NAME_MAX: return 256;
    case _SC_VERSION: return 200809;
    default: return rt_fail(EINVAL);
    }
}

long pathconf(const char *path, int name) {
    (void)path;
    machine(0);
    return name == _PC_NAME_MAX ? 255 : name == _PC_PATH_MAX ? 4096 : rt_fail(EINVAL);
}

size_t confstr(int name, char *buf, size_t n) {
    machine(0);
    if (name != _CS_PATH) return rt_fail(EINVAL), 0;
    return (size_t)rt_snprintf(buf, n, "/bin:/usr/bin") + 1;
}

static int no_limit(struct rlimit *r) {
    __shrike_suppose("resources have no limits");
    r->rlim_cur = r->rlim_max = RLIM_INFINITY;
    return 0;
}
int getrlimit(__rlimit_resource_t what, struct rlimit *r) { return (void)what, no_limit(r); }
int setrlimit(__rlimit_resource_t what, const struct rlimit *r) { return (void)what, (void)r, allowed(); }

/* ---- memory of its own, and copies of files ---- */
/* What mmap refuses of an open file, as the kernel does; 0: nothing. */
static int refused(const struct rt_open *o, size_t n, int protection, int flags) {
    int access = o->flags & O_ACCMODE;
    bool changes = (flags & MAP_TYPE) == MAP_SHARED && protection & PROT_WRITE;
    if (n == 0) return EINVAL;
    if (access == O_WRONLY || (changes && access != O_RDWR)) return EACCES;
    return o->inode->kind == RT_DIRECTORY || rt_is_pipe(o->inode) ? ENODEV : 0;
}

/* Whole pages, as far as the file goes: who reads behind them gets a signal natively. */
static void *copy_file(struct rt_inode *inode, size_t n, int64_t at) {
    size_t left = (uint64_t)at < inode->size ? inode->size - (size_t)at : 0;
    size_t pages = ((n < left ? n : left) + 4095) / 4096 * 4096, bytes = left < pages ? left : pages;
    char *p = memalign(4096, pages);
    if (!p) return rt_fail(ENOMEM), MAP_FAILED;
    if (bytes) rt_memcpy(p, inode->data + at, bytes);
    rt_memset(p + bytes, 0, pages - bytes);
    inode->mapped = true;
    return p;
}

static void *map_file(size_t n, int protection, int flags, int fd, int64_t at) {
    if (at % 4096) return rt_fail(EINVAL), MAP_FAILED;
    struct rt_open *o = rt_descriptor(fd);
    if (!o) return MAP_FAILED;
    int type = flags & MAP_TYPE, err = refused(o, n, protection, flags);
    if (err) return rt_fail(err), MAP_FAILED;
    if (o->inode->kind != RT_FILE || at < 0 || (type != MAP_PRIVATE && type != MAP_SHARED)) __shrike_unsupported("mmap of a device, or of another kind");
    if (type == MAP_SHARED && protection & PROT_WRITE) __shrike_unsupported("mmap of a file to change it through memory");
    if (o->inode->given) rt_use_special(o->inode);
    __shrike_suppose("files are mapped where there is memory, which is used as its protection allows");
    return copy_file(o->inode, n, at);
}

static void *map_memory(size_t n, int protection, int flags, int fd, int64_t at) {
    if (flags & MAP_FIXED) __shrike_unsupported("mmap at a fixed address");
    if (!(flags & MAP_ANONYMOUS)) return map_file(n, protection, flags, fd, at);
    if (n == 0) return rt_fail(EINVAL), MAP_FAILED;
    n = (n + 4095) / 4096 * 4096;
    void *p = memalign(4096, n);
    if (!p) return rt_fail(ENOMEM), MAP_FAILED;
    return rt_memset(p, 0, n);
}

void *mmap(void *p, size_t n, int protection, int flags, int fd, off_t at) { return (void)p, map_memory(n, protection, flags, fd, at); }
void *mmap64(void *p, size_t n, int protection, int flags, int fd, off64_t at) { return (void)p, map_memory(n, protection, flags, fd, at); }
int munmap(void *p, size_t n) { return (void)n, free(p), 0; }
int mprotect(void *p, size_t n, int protection) { return (void)p, (void)n, (void)protection, allowed(); }
int madvise(void *p, size_t n, int advice) { return (void)p, (void)n, (void)advice, allowed(); }
int mlock(const void *p, size_t n) { return (void)p, (void)n, allowed(); }
int munlock(const void *p, size_t n) { return (void)p, (void)n, allowed(); }

/* ---- libgen.h ---- */
/* The length of a path without slashes at its end. */
static size_t trimmed(const char *path, size_t n) {
    while (n > 1 && path[n - 1] == '/') n--;
    return n;
}

char *__xpg_basename(char *path) {
    if (!path || !*path) return (char *)".";
    size_t n = trimmed(path, rt_strlen(path)), start = n;
    if (n == 1 && *path == '/') return path + rt_strlen(path) - 1;
    path[n] = 0;
    while (start > 0 && path[start - 1] != '/') start--;
    return path + start;
}

char *dirname(char *path) {
    static char dot[] = ".";
    size_t n = path ? trimmed(path, rt_strlen(path)) : 0;
    if (n == 1 && path[0] == '/' && path[1] == '/' && !path[2]) return path;
    while (n > 0 && path[n - 1] != '/') n--;
    if (n == 0) return dot;
    bool two = n == 2 && path[0] == '/' && path[1] == '/'; /* POSIX may give it a meaning */
    n = two ? 2 : trimmed(path, n);
    path[n] = 0;
    return path;
}

#undef basename
char *basename_gnu(const char *path) __asm__("basename");
char *basename_gnu(const char *path) {
    char *slash = rt_strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}

/* ---- users ---- */
static void *nobody(void) {
    __shrike_suppose("no user or group has a name");
    return NULL;
}
char *getlogin(void) { return nobody(), rt_null(ENXIO); }
struct passwd *getpwuid(uid_t id) { return (void)id, nobody(); }
struct passwd *getpwnam(const char *name) { return (void)name, nobody(); }
struct group *getgrgid(gid_t id) { return (void)id, nobody(); }
struct group *getgrnam(const char *name) { return (void)name, nobody(); }
struct passwd *getpwent(void) { return nobody(); }
struct group *getgrent(void) { return nobody(); }
void setpwent(void) {}
void endpwent(void) {}
void setgrent(void) {}
void endgrent(void) {}

/* ---- sys/sysmacros.h: a device number keeps 12 low bits of the major number, 8 of the minor one, then the rest ---- */
unsigned gnu_dev_major(dev_t d) { return (unsigned)(d >> 8 & 0xfff) | (unsigned)(d >> 32 & ~0xfffull); }
unsigned gnu_dev_minor(dev_t d) { return (unsigned)(d & 0xff) | (unsigned)(d >> 12 & ~0xffull); }
dev_t gnu_dev_makedev(unsigned major, unsigned minor) {
    return (dev_t)(major & 0xfff) << 8 | (dev_t)(major & ~0xfffu) << 32 | (minor & 0xff) | (dev_t)(minor & ~0xffu) << 12;
}

/* ---- no model: the engine is told which ---- */
#define UNSUPPORTED(type, name, ...) \
    type name(__VA_ARGS__) { __shrike_unsupported(#name); }
#pragma clang diagnostic ignored "-Wunused-parameter"
UNSUPPORTED(pid_t, fork, void)
UNSUPPORTED(pid_t, vfork, void)
UNSUPPORTED(int, pipe, int fd[2])
UNSUPPORTED(int, pipe2, int fd[2], int flags)
UNSUPPORTED(FILE *, popen, const char *command, const char *mode)
UNSUPPORTED(int, pclose, FILE *f)
UNSUPPORTED(pid_t, wait, int *status)
UNSUPPORTED(pid_t, waitpid, pid_t pid, int *status, int options)
UNSUPPORTED(int, execl, const char *path, const char *arg, ...)
UNSUPPORTED(int, execlp, const char *path, const char *arg, ...)
UNSUPPORTED(int, execle, const char *path, const char *arg, ...)
UNSUPPORTED(int, execv, const char *path, char *const *argv)
UNSUPPORTED(int, execvp, const char *path, char *const *argv)
UNSUPPORTED(int, execve, const char *path, char *const *argv, char *const *envp)
UNSUPPORTED(int, socket, int domain, int type, int protocol)
UNSUPPORTED(int, socketpair, int domain, int type, int protocol, int fd[2])
UNSUPPORTED(int, poll, struct pollfd *fds, nfds_t n, int timeout)
UNSUPPORTED(int, symlink, const char *from, const char *to)
UNSUPPORTED(int, mkfifo, const char *path, mode_t mode)
UNSUPPORTED(int, execvpe, const char *path, char *const *argv, char *const *envp)
UNSUPPORTED(int, daemon, int nochdir, int noclose)
UNSUPPORTED(int, shm_open, const char *name, int flags, mode_t mode)
UNSUPPORTED(void *, sbrk, intptr_t n)
UNSUPPORTED(int, brk, void *p)
UNSUPPORTED(long, syscall, long number, ...)

/* With no descriptors, select is a way to sleep. */
int select(int n, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e,
           struct timeval *restrict t) {
    if (r || w || e) __shrike_unsupported("select");
    __shrike_suppose_result("no signal arrives from outside");
    return (void)n, (void)t, 0;
}

/* system(NULL) asks whether there is a shell. There is none. */
int system(const char *command) {
    if (command) __shrike_unsupported("system");
    return granted("there is no shell", 0);
}

/* ---- syslog.h: nobody reads it ---- */
void openlog(const char *name, int options, int facility) {
    (void)name, (void)options, (void)facility;
}
void closelog(void) {}
void syslog(int priority, const char *fmt, ...) { (void)priority, (void)fmt; }
void vsyslog(int priority, const char *fmt, va_list ap) { (void)priority, (void)fmt, (void)ap; }
int setlogmask(int mask) { return (void)mask, 0xff; }

/* ---- arpa/inet.h: byte order ---- */
static uint32_t swap32(uint32_t v) {
    return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
}
static uint16_t swap16(uint16_t v) { return (uint16_t)(v << 8 | v >> 8); }
uint32_t htonl(uint32_t v) { return swap32(v); }
uint32_t ntohl(uint32_t v) { return swap32(v); }
uint16_t htons(uint16_t v) { return swap16(v); }
uint16_t ntohs(uint16_t v) { return swap16(v); }

/* One text for all calls, as from glibc. */
char *inet_ntoa(struct in_addr address) {
    static char text[sizeof "255.255.255.255"];
    const unsigned char *b = (const unsigned char *)&address.s_addr;
    rt_snprintf(text, sizeof text, "%d.%d.%d.%d", b[0], b[1], b[2], b[3]);
    return text;
}
