#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cage.h"

/* As the kernel has it, whatever headers we were built with: what newer versions know is asked for by number. */
#define ACCESS_READS (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
enum { REFER = 1 << 13, TRUNCATE = 1 << 14, IOCTL_DEVICE = 1 << 15, FIRST_VERSION_BITS = (1 << 13) - 1 };
enum { TCP = 3 /* bind and connect */, SCOPED = 3 /* abstract sockets and signals stay inside */ };

struct rules {
    uint64_t files, network, scoped;
};

int rules_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

static uint64_t known_accesses(int version) {
    return FIRST_VERSION_BITS | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0) | (version >= 5 ? IOCTL_DEVICE : 0);
}

static void allow(int rules, const char *path, uint64_t accesses) {
    const uint64_t of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE | IOCTL_DEVICE;
    struct landlock_path_beneath_attr beneath = {.parent_fd = open(path, O_PATH | O_CLOEXEC), .allowed_access = accesses};
    struct stat st;
    if (beneath.parent_fd < 0) return; /* it is not there */
    if (fstat(beneath.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode)) beneath.allowed_access &= of_files;
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0)) cage_fail("landlock_add_rule");
    close(beneath.parent_fd);
}

void rules_apply(const struct cage *c) {
    static const char *const fresh[] = {"/tmp", "/var/tmp", "/dev/shm"};
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
    const int version = rules_version();
    if (!version) return; /* run_light has seen to it that there are namespaces */
    const uint64_t all = known_accesses(version), device = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
    struct rules handled = {all, version >= 4 ? TCP : 0, version >= 6 ? SCOPED : 0};
    size_t size = version >= 6 ? sizeof handled : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0);
    if (rules < 0) cage_fail("landlock_create_ruleset");
    allow(rules, "/", ACCESS_READS);
    for (int i = 0; i < c->nfolders; i++)
        if (c->folders[i].writable) allow(rules, c->folders[i].path, all & ~(uint64_t)IOCTL_DEVICE);
    for (int i = 0; i < 3 && !c->light && !c->tool; i++) allow(rules, fresh[i], all & ~(uint64_t)IOCTL_DEVICE);
    if (!c->light && !c->tool && c->home) allow(rules, c->home, all & ~(uint64_t)IOCTL_DEVICE);
    for (int i = 0; i < 5; i++) allow(rules, devices[i], device);
    if (syscall(SYS_landlock_restrict_self, rules, 0)) cage_fail("landlock_restrict_self");
    close(rules);
}
