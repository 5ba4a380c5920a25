#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cage.h"

enum { PATH_ROOM = 4096 };

/* ---- namespaces -------------------------------------------------------------------------------------- */

static bool write_text(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0) close(fd);
    return ok;
}

/* We are who we were: the program sees the user's number, and has no more rights than the user. */
static bool map_user(uid_t uid, gid_t gid) {
    char user[64], group[64];
    snprintf(user, sizeof user, "%u %u 1", uid, uid);
    snprintf(group, sizeof group, "%u %u 1", gid, gid);
    return write_text("/proc/self/setgroups", "deny") && write_text("/proc/self/gid_map", group) && write_text("/proc/self/uid_map", user);
}

pid_t space_clone(void) {
    const uid_t uid = geteuid();
    const gid_t gid = getegid();
    const unsigned long apart = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
    pid_t pid = (pid_t)syscall(SYS_clone, apart | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0 && !map_user(uid, gid)) _exit(1);
    return pid;
}

/* ---- mounts --------------------------------------------------------------------------------------------- */

static int clone_tree(const char *path) {
    return (int)syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
}

static bool set_attributes(int fd, const char *path, uint64_t set) {
    struct mount_attr attr = {.attr_set = set | MOUNT_ATTR_NOSUID};
    return syscall(SYS_mount_setattr, fd, path, AT_RECURSIVE | (*path ? 0 : AT_EMPTY_PATH), &attr, sizeof attr) == 0;
}

static bool place_tree(int tree, const char *path) {
    bool ok = syscall(SYS_move_mount, tree, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) == 0;
    close(tree);
    return ok;
}

/* The folders above it, and itself; what is there already stays. */
static void make_place(const char *path, bool folder) {
    char part[PATH_ROOM];
    for (size_t i = 1; path[i - 1] && i < sizeof part; i++) {
        if (path[i] != '/' && path[i]) continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (path[i] || folder) mkdir(part, 0755);
        else close(open(part, O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
    }
}

static bool is_folder(const char *path) {
    struct stat st;
    return path && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* An empty folder in memory in the place of what is there. A folder that is a link leads to where its target is. */
static bool empty(const char *path, const char *options) {
    return !is_folder(path) || mount("none", path, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

/* ---- devices -------------------------------------------------------------------------------------------- */

static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
enum { DEVICES = sizeof devices / sizeof *devices };

static bool furnish_devices(void) {
    int trees[DEVICES];
    for (int i = 0; i < DEVICES; i++) trees[i] = clone_tree(devices[i]);
    if (mount("none", "/dev", "tmpfs", MS_NOSUID | MS_NOEXEC, "size=64k,mode=755")) return false;
    for (int i = 0; i < DEVICES; i++) {
        if (trees[i] < 0) continue;
        close(open(devices[i], O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
        if (!place_tree(trees[i], devices[i])) return false;
    }
    bool ok = symlink("/proc/self/fd", "/dev/fd") == 0 && symlink("/proc/self/fd/0", "/dev/stdin") == 0;
    ok = ok && symlink("/proc/self/fd/1", "/dev/stdout") == 0 && symlink("/proc/self/fd/2", "/dev/stderr") == 0;
    ok = ok && mkdir("/dev/shm", 01777) == 0 && mount("none", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, "size=64m") == 0;
    return ok && mount(NULL, "/dev", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NOEXEC, NULL) == 0;
}

/* ---- all --------------------------------------------------------------------------------------------------- */

/* Of the processes that are here. Where an outer container hides parts of /proc the kernel refuses that, and the old
 * one stays, which is read-only by then. */
static void renew_processes(void) {
    if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0)
        mount(NULL, "/proc", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

static bool hide(const struct cage *c) {
    static const char *const always[] = {"/run", "/var/run"}, *const sometimes[] = {"/tmp", "/var/tmp"};
    for (int i = 0; i < 2; i++)
        if (!empty(always[i], "size=1m,mode=755")) return false;
    for (int i = 0; i < 2 && !c->tool; i++)
        if (!empty(sometimes[i], "size=64m,mode=1777")) return false;
    return c->tool || !c->home || !c->home[0] || !strcmp(c->home, "/") || empty(c->home, "size=64m,mode=755");
}

static bool give_up_rights(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0}};
    for (int cap = 0; cap < 64; cap++) prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    return syscall(SYS_capset, &header, none) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

bool space_furnish(const struct cage *c) {
    char here[PATH_ROOM];
    int tree[CAGE_MOST_FOLDERS];
    if (!getcwd(here, sizeof here)) strcpy(here, "/");
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)) return false;
    for (int i = 0; i < c->nfolders; i++) {
        tree[i] = clone_tree(c->folders[i].path);
        if (tree[i] < 0 && errno == ENOENT) continue;
        if (tree[i] < 0 || !set_attributes(tree[i], "", c->folders[i].writable ? 0 : MOUNT_ATTR_RDONLY)) return false;
    }
    if (!set_attributes(AT_FDCWD, "/", MOUNT_ATTR_RDONLY) || !furnish_devices() || !hide(c)) return false;
    renew_processes();
    for (int i = 0; i < c->nfolders; i++) {
        if (tree[i] < 0) continue;
        struct stat st;
        make_place(c->folders[i].path, fstat(tree[i], &st) == 0 && S_ISDIR(st.st_mode));
        if (!place_tree(tree[i], c->folders[i].path)) return false;
    }
    if (chdir(here) && chdir("/")) return false;
    return give_up_rights();
}
