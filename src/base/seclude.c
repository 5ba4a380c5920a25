#include "base/seclude.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { OF_FIRST_VERSION = (1 << 13) - 1, REFER = 1 << 13, TRUNCATE = 1 << 14 };

static bool allow(int rules, const char *path, uint64_t accesses) {
    struct landlock_path_beneath_attr beneath = {.parent_fd = open(path, O_PATH | O_CLOEXEC),
                                                 .allowed_access = accesses};
    const uint64_t of_files = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE;
    struct stat st;
    if (beneath.parent_fd < 0) return true; /* it is not there */
    if (fstat(beneath.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode)) beneath.allowed_access &= of_files;
    bool ok = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0;
    close(beneath.parent_fd);
    return ok;
}

bool seclude(const char *const *paths) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version <= 0) return false;
    uint64_t handled = OF_FIRST_VERSION | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0);
    const uint64_t allowed = handled & ~(uint64_t)LANDLOCK_ACCESS_FS_EXECUTE;
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    bool ok = rules >= 0;
    for (; ok && *paths; paths++) ok = allow(rules, *paths, allowed);
    ok = ok && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    if (rules >= 0) close(rules);
    return ok;
}
