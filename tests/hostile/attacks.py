"""What a hostile program does to the machine it is looked at on: C that runs natively, by raw system calls that no model
of ours sees. OUT is a folder outside of the one in which shrike runs, VICTIM a process, PORT a listener.

Each is a name, the code, and whether the program lives on behind it (if not, its error cannot be shown)."""

PRELUDE = r"""
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static long raw(long n, long a, long b, long c, long d, long e, long f) {
    register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
    long r;
    __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
    return r;
}
#define S(...) raw(__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define raw(n, a, b, c, d, e, f, ...) (raw)(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
enum { READ = 0, WRITE = 1, OPEN = 2, CLOSE = 3, MMAP = 9, IOCTL = 16, SOCKET = 41, CONNECT = 42, SENDTO = 44, BIND = 49, LISTEN = 50, FORK = 57, EXECVE = 59,
       EXIT = 60, KILL = 62, TRUNCATE = 76, RENAME = 82, MKDIR = 83, LINK = 86, UNLINK = 87, SYMLINK = 88, CHMOD = 90, CHOWN = 92, PTRACE = 101, GETPPID = 110,
       SETSID = 112, MKNOD = 133, SETPRIORITY = 141, CHROOT = 161, MOUNT = 165, SETHOSTNAME = 170, SETTIMEOFDAY = 164, SETXATTR = 188, UNSHARE = 272,
       SHMGET = 29, SCHED_SETAFFINITY = 203, KEYCTL = 250, ADD_KEY = 248, UTIMENSAT = 280, PRLIMIT = 302, WRITEV_TO = 311, BPF = 321, USERFAULTFD = 323,
       IO_URING = 425, NANOSLEEP = 35, RT_SIGACTION = 13, SETUID = 105, PRCTL = 157, PIDFD_OPEN = 434, PIDFD_GETFD = 438 };
#define WRITES (1 | 0100 | 01000) /* O_WRONLY | O_CREAT | O_TRUNC */
static void put(const char *path) {
    long fd = S(OPEN, path, WRITES, 0644);
    S(WRITE, fd, "broken", 6);
}
static void start(const char *command) {
    const char *argv[] = {"/bin/sh", "-c", command, NULL};
    if (S(FORK) == 0) {
        S(EXECVE, "/bin/sh", argv, NULL);
        S(EXIT, 1);
    }
    long wait[2] = {0, 300000000};
    S(NANOSLEEP, wait, NULL);
}
"""

MAIN = r"""
int main(void) {
    int x = __VERIFIER_nondet_int();
    attack();
    if (x == 77) reach_error();
    return 0;
}
"""

CONNECT = r"""struct { short family; unsigned short port; unsigned char ip[4], zero[8]; } to = {2, (PORT & 255) << 8 | PORT >> 8, {127, 0, 0, 1}, {0}};"""

ATTACKS = [
    ("unlink", 'S(UNLINK, OUT "/precious");', True),
    ("truncate", 'S(TRUNCATE, OUT "/precious", 0);', True),
    ("overwrite", 'put(OUT "/precious");', True),
    ("new file", 'put(OUT "/new");', True),
    ("new file here", 'put("new-here");', True),
    ("new file at home", 'put(HOME_FOLDER "/new");', True),
    ("rename", 'S(RENAME, OUT "/precious", OUT "/gone");', True),
    ("chmod", 'S(CHMOD, OUT "/precious", 0777);', True),
    ("chown", 'S(CHOWN, OUT "/precious", 12345, 12345);', True),
    ("mkdir", 'S(MKDIR, OUT "/folder", 0755);', True),
    ("hard link", 'S(LINK, OUT "/precious", OUT "/link");', True),
    ("symbolic link", 'S(SYMLINK, OUT "/precious", "way"); put("way");', True),
    ("through /proc/self/root", 'put("/proc/self/root" OUT "/precious");', True),
    ("through /proc/1/root", 'put("/proc/1/root" OUT "/precious");', True),
    ("through the victim's /proc", 'put(VICTIM_PROC "/root" OUT "/precious");', True),
    ("times", 'S(UTIMENSAT, -100, OUT "/precious", NULL, 0);', True),
    ("attributes", 'S(SETXATTR, OUT "/precious", "user.x", "y", 1, 0);', True),
    ("device", 'S(MKNOD, OUT "/disk", 060644, 0x801);', True),
    ("shell", 'start("echo broken > " OUT "/precious; touch " OUT "/new");', True),
    ("daemon", 'if (S(FORK) == 0) { S(SETSID); if (S(FORK) == 0) { long w[2] = {600, 0}; S(PRCTL, 1, 0); S(NANOSLEEP, w, NULL); } S(EXIT, 0); }', False),
    ("many processes", 'for (int i = 0; i < 3000; i++) if (S(FORK) == 0) { long w[2] = {600, 0}; S(NANOSLEEP, w, NULL); S(EXIT, 0); }', False),
    ("end the parent", 'S(KILL, S(GETPPID), 9);', False),
    ("stop the parent", 'S(KILL, S(GETPPID), 19);', False),
    ("end all", 'S(KILL, -1, 9);', False),
    ("end the victim", 'S(KILL, VICTIM, 9);', True),
    ("trace the victim", 'S(PTRACE, 16, VICTIM, 0, 0); S(PTRACE, 8, VICTIM, 0, 0);', True),
    ("memory of the victim", 'char b[8] = "broken"; struct { void *p; size_t n; } a = {b, 6}, to = {b, 6}; S(WRITEV_TO, VICTIM, &a, 1, &to, 1, 0);', True),
    ("limits of the victim", 'long l[2] = {1, 1}; S(PRLIMIT, VICTIM, 7, l, NULL);', True),
    ("priority of the victim", 'S(SETPRIORITY, 0, VICTIM, 19);', True),
    ("files of the victim", 'long p = S(PIDFD_OPEN, VICTIM, 0); long f = S(PIDFD_GETFD, p, 1, 0); S(WRITE, f, "broken", 6);', True),
    ("TCP", CONNECT + 'long s = S(SOCKET, 2, 1, 0); S(CONNECT, s, &to, 16);', True),
    ("UDP", CONNECT + 'long s = S(SOCKET, 2, 2, 0); S(SENDTO, s, "broken", 6, 0, &to, 16);', True),
    ("a local socket", 'struct { short family; char path[108]; } to = {1, OUT "/socket"}; long s = S(SOCKET, 1, 1, 0); S(CONNECT, s, &to, sizeof to);', True),
    ("listen", CONNECT + 'to.port = 0; long s = S(SOCKET, 2, 1, 0); S(BIND, s, &to, 16); S(LISTEN, s, 5);', True),
    ("mount", 'S(MOUNT, "none", OUT, "tmpfs", 0, NULL);', True),
    ("namespaces", 'S(UNSHARE, 0x10000000 | 0x20000); S(MOUNT, NULL, "/", NULL, 0x20 | 0x1000, NULL); put(OUT "/precious");', True),
    ("chroot", 'S(CHROOT, OUT); put("/precious");', True),
    ("clock", 'long t[2] = {86400, 0}; S(SETTIMEOFDAY, t, NULL);', True),
    ("name of the host", 'S(SETHOSTNAME, "broken", 6);', True),
    ("keys", 'S(ADD_KEY, "user", "shrike-hostile", "x", 1, -4);', True),
    ("bpf", 'char a[64] = {0}; S(BPF, 0, a, 64);', True),
    ("io_uring", 'char p[120] = {0}; S(IO_URING, 8, p);', True),
    ("shared memory", 'S(SHMGET, 0x5eed, 4096, 01666);', True),
    ("terminal", 'long t = S(OPEN, "/dev/tty", 2, 0); S(IOCTL, t, 0x5412, "x");', True),
    ("inherited files", 'for (int fd = 3; fd < 300; fd++) if (fd != 199) S(WRITE, fd, "broken", 6);', True),
    ("flood of output", 'static char b[65536]; for (int i = 0; i < 100000; i++) S(WRITE, 1, b, sizeof b);', False),
    ("flood of a file", 'static char b[65536]; long fd = S(OPEN, "/tmp/flood", WRITES, 0644); for (int i = 0; i < 100000; i++) S(WRITE, fd, b, sizeof b);', False),
    ("much memory", 'for (int i = 0; i < 1000; i++) { char *p = (char *)S(MMAP, 0, 64L << 20, 3, 0x8022, -1, 0); if ((long)p < 0) break; }', False),
    ("no end", 'for (int s = 1; s < 64; s++) { long h[4] = {1, 0x04000000, 0, 0}; S(RT_SIGACTION, s, h, NULL, 8); } for (;;) { long w[2] = {600, 0}; S(NANOSLEEP, w, NULL); }', False),
    ("secret of the environment", 'long f = S(OPEN, "/proc/self/environ", 0, 0); char b[4096]; long n = S(READ, f, b, sizeof b); S(WRITE, 2, b, n);', True),
    ("secret at home", 'long f = S(OPEN, HOME_FOLDER "/secret", 0, 0); char b[64]; long n = S(READ, f, b, sizeof b); S(WRITE, 2, b, n);', True),
    ("constructor", None, True),
    ("list of constructors", None, False),
    ("behind the error", None, True),
]

SPECIAL = {
    "constructor": ('static void attack(void) {}\n__attribute__((constructor)) static void early(void) { S(UNLINK, OUT "/precious"); put(OUT "/new"); }\n'),
    "list of constructors": ('static void attack(void) {}\nstatic void early(void) { S(UNLINK, OUT "/precious"); put(OUT "/new"); }\n'
                             '__attribute__((section(".init_array"), used)) static void (*const list[])(void) = {early};\n'),
    "behind the error": ('static void late(void) { S(UNLINK, OUT "/precious"); S(KILL, S(GETPPID), 9); S(KILL, -1, 9); }\n'
                         '__attribute__((destructor)) static void last(void) { late(); }\n'
                         'static void attack(void) { __asm__ volatile("" ::: "memory"); }\n'),
}


def program(name, code, places):
    """The text of a program; places: OUT, HOME_FOLDER, VICTIM, VICTIM_PROC, PORT."""
    text = "".join(f"#define {key} {value}\n" for key, value in places.items())
    body = SPECIAL[name] if code is None else f"static void attack(void) {{ {code} }}\n"
    return text + PRELUDE + body + MAIN
