/* Names relative to a folder that is open, descriptors of folders, room for files, scandir */
#include "common.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>

#define SAY(call)                                              \
    do {                                                       \
        errno = 0;                                             \
        int result_ = (int)(call);                             \
        printf("%s: %d %d\n", #call, result_, errno);          \
    } while (0)

static void put(int folder, const char *name, const char *text) {
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    printf("put %s: %d\n", name, (int)write(fd, text, strlen(text)));
    close(fd);
}

static void get(int folder, const char *name) {
    char text[20] = "";
    errno = 0;
    int fd = openat(folder, name, O_RDONLY), n = fd < 0 ? -1 : (int)read(fd, text, sizeof text - 1);
    printf("get %s: %d %d %s\n", name, n, errno, text);
    if (fd >= 0) close(fd);
}

static off_t size_at(int folder, const char *name) {
    struct stat s;
    return fstatat(folder, name, &s, 0) < 0 ? -1 : s.st_size;
}

static int visible(const struct dirent *e) { return e->d_name[0] != '.'; }

static void list(const char *path, int hidden) {
    struct dirent **names;
    errno = 0;
    int n = scandir(path, &names, hidden ? NULL : visible, alphasort);
    printf("scandir %s: %d %d", path, n, errno);
    for (int i = 0; i < n; i++) printf(" %s", names[i]->d_name), free(names[i]);
    if (n >= 0) free(names);
    puts("");
}

static void names(int folder) {
    SAY(mkdirat(folder, "inner", 0755));
    SAY(mkdirat(folder, "inner", 0755));
    SAY(mkdirat(folder, "none/inner", 0755));
    put(folder, "file", "text");
    put(folder, "inner/deep", "deeper");
    get(folder, "file");
    get(folder, "inner/deep");
    get(folder, "../host.txt");
    get(AT_FDCWD, "folder/file");
    get(folder, "none");
    SAY(size_at(folder, "inner/deep"));
    SAY(faccessat(folder, "file", R_OK, 0));
    SAY(faccessat(folder, "file", X_OK, 0));
    SAY(faccessat(folder, "none", F_OK, AT_EACCESS));
    SAY(fchmodat(folder, "file", 0755, 0));
    SAY(faccessat(folder, "file", X_OK, 0));
    SAY(fchmodat(folder, "none", 0755, 0));
    SAY(linkat(folder, "file", AT_FDCWD, "second", 0));
    SAY(linkat(folder, "none", folder, "third", 0));
    SAY(linkat(folder, "file", folder, "inner/deep", 0));
    get(AT_FDCWD, "second");
    SAY(renameat(AT_FDCWD, "second", folder, "moved"));
    SAY(renameat2(folder, "moved", folder, "file", RENAME_NOREPLACE));
    SAY(renameat2(folder, "moved", folder, "inner/moved", 0));
    list("folder", 1);
    list("folder/inner", 0);
    char link[9];
    SAY(readlinkat(folder, "file", link, sizeof link));
    SAY(unlinkat(folder, "inner/moved", 0));
    SAY(unlinkat(folder, "inner/deep", 0));
    SAY(unlinkat(folder, "inner", 0));
    SAY(unlinkat(folder, "inner", AT_REMOVEDIR));
    SAY(unlinkat(folder, "inner", AT_REMOVEDIR));
    SAY(unlinkat(folder, "file", 0x4000));
}

static void times(int folder) {
    struct timespec good[2] = {{1, 2}, {0, UTIME_OMIT}}, bad[2] = {{1, 1000000000}, {0, 0}};
    struct timeval micro[2] = {{1, 2}, {3, 4}}, wrong[2] = {{1, 1000000}, {0, 0}};
    int fd = openat(folder, "file", O_RDONLY);
    SAY(futimens(fd, good));
    SAY(futimens(fd, NULL));
    SAY(futimens(fd, bad));
    SAY(futimens(77, good));
    SAY(utimensat(folder, "file", good, 0));
    SAY(utimensat(folder, "file", bad, 0));
    SAY(utimensat(folder, "none", NULL, 0));
    SAY(futimes(fd, micro));
    SAY(futimes(fd, wrong));
    SAY(futimesat(folder, "file", micro));
    SAY(lutimes("folder/file", micro));
    close(fd);
}

static void room(int folder) {
    int fd = openat(folder, "room", O_RDWR | O_CREAT, 0600), reading = openat(folder, "room", O_RDONLY);
    SAY(posix_fallocate(fd, 10, 20));
    SAY(size_at(folder, "room"));
    SAY(posix_fallocate(fd, 0, 5));
    SAY(size_at(folder, "room"));
    SAY(posix_fallocate(fd, -1, 5));
    SAY(posix_fallocate(fd, 0, 0));
    SAY(posix_fallocate(reading, 0, 50));
    SAY(posix_fallocate(99, 0, 50));
    SAY(fallocate(fd, 0, 0, 100));
    SAY(fallocate(fd, 0, 0, -1));
    SAY(size_at(folder, "room"));
    close(fd), close(reading);
}

int main(void) {
    mkdir("folder", 0755);
    int folder = open("folder", O_RDONLY | O_DIRECTORY), file = open("host.txt", O_RDONLY);
    names(folder);
    times(folder);
    room(folder);
    SAY(mkdirat(file, "x", 0755));
    SAY(mkdirat(55, "x", 0755));
    SAY(openat(file, "x", O_RDONLY));
    SAY(openat(folder, "", O_RDONLY));
    SAY(fchdir(file));
    int start = open(".", O_RDONLY);
    SAY(fchdir(folder));
    get(AT_FDCWD, "file");
    get(folder, "file");
    get(start, "folder/file");
    list(".", 0);
    SAY(fchdir(start));
    get(AT_FDCWD, "folder/file");
    DIR *d = fdopendir(dup(folder));
    int n = 0;
    while (readdir(d)) n++;
    printf("%d %d\n", n, closedir(d));
    SAY(fdopendir(file) != NULL);
    list("none", 0);
    char *full = canonicalize_file_name("folder/../folder/./file");
    printf("%s\n", full ? strrchr(full, '/') - 7 : "none");
    free(full);
    SAY(canonicalize_file_name("folder/none") != NULL);
    return 0;
}
