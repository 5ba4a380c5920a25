/* fcntl.h, unistd.h, sys/stat.h */
#include "common.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <libgen.h>

#define T(call)                                               \
    do {                                                      \
        errno = 0;                                            \
        long k = (long)(call);                                \
        printf("%s = %ld %d\n", #call, k, k < 0 ? errno : 0); \
    } while (0)

static void stat_of(const char *name) {
    struct stat s;
    errno = 0;
    int k = stat(name, &s);
    if (k < 0)
        printf("%s: %d\n", name, errno);
    else
        printf("%s: %o %ld %d\n", name, s.st_mode & (S_IFMT | 0600),
               S_ISDIR(s.st_mode) ? 0 : (long)s.st_size, S_ISDIR(s.st_mode) ? 0 : (int)s.st_nlink);
}

int main(void) {
    char b[100];
    int fd, fd2;
    T(open("none", O_RDONLY));
    T(open("none/none", O_WRONLY | O_CREAT, 0644));
    T(open(".", O_WRONLY));
    T(open("", O_RDONLY));
    T(open("host.txt/x", O_RDONLY));
    T(fd = open("a", O_RDWR | O_CREAT, 0640));
    T(open("a", O_RDWR | O_CREAT | O_EXCL, 0644));
    T(write(fd, "hello world", 11));
    T(lseek(fd, 0, SEEK_CUR));
    T(lseek(fd, -5, SEEK_END));
    T(read(fd, b, 100));
    show(b, 5);
    T(read(fd, b, 10));
    T(lseek(fd, -1, SEEK_SET));
    T(lseek(fd, 0, 9));
    T(pread(fd, b, 5, 2));
    show(b, 5);
    T(pwrite(fd, "XY", 2, 0));
    T(lseek(fd, 0, SEEK_CUR));
    T(pread(fd, b, 5, -1));
    T(fd2 = dup(fd));
    T(lseek(fd2, 3, SEEK_SET));
    T(lseek(fd, 0, SEEK_CUR));
    T(close(fd));
    T(read(fd2, b, 3));
    show(b, 3);
    T(close(fd));
    T(read(fd, b, 1));
    T(write(fd, b, 1));
    T(lseek(fd, 0, 0));
    T(ftruncate(fd2, 5));
    stat_of("a");
    T(ftruncate(fd2, 8));
    T(pread(fd2, b, 20, 0));
    show(b, 8);
    T(truncate("a", 2));
    stat_of("a");
    T(truncate("none", 2));
    T(ftruncate(fd2, -1));
    T(lseek(fd2, 20, SEEK_SET));
    T(write(fd2, "end", 3));
    T(pread(fd2, b, 50, 0));
    show(b, 23);
    T(close(fd2));
    T(fd = open("a", O_WRONLY | O_APPEND));
    T(write(fd, "+", 1));
    T(lseek(fd, 0, SEEK_SET));
    T(write(fd, "+", 1));
    T(lseek(fd, 0, SEEK_CUR));
    T(read(fd, b, 1));
    T(fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND));
    T(close(fd));
    T(fd = open("a", O_RDONLY));
    T(write(fd, "x", 1));
    T(ftruncate(fd, 0));
    T(fcntl(fd, F_DUPFD, 30));
    T(dup2(fd, 40));
    T(dup2(fd, fd));
    T(dup2(77, 5));
    T(dup2(fd, -1));
    T(read(40, b, 2));
    T(lseek(30, 0, SEEK_CUR));
    T(close(fd));
    T(close(30));
    T(close(40));
    T(close(-1));
    T(close(40));
    T(rename("a", "c"));
    stat_of("a");
    stat_of("c");
    T(rename("none", "x"));
    T(link("c", "d"));
    stat_of("d");
    T(unlink("c"));
    stat_of("d");
    T(unlink("c"));
    T(link("d", "d"));
    T(mkdir("sub", 0755));
    T(mkdir("sub", 0755));
    stat_of("sub");
    T(fd = open("sub/f", O_RDWR | O_CREAT | O_TRUNC, 0600));
    T(write(fd, "in sub", 6));
    T(close(fd));
    stat_of("sub/f");
    stat_of("sub/../sub//./f");
    T(unlink("sub"));
    T(chdir("sub"));
    stat_of("f");
    stat_of("../d");
    T(chdir(".."));
    stat_of("sub/f");
    T(chdir("none"));
    T(chdir("d"));
    T(unlink("sub/f"));
    T(rmdir("sub"));
    stat_of("sub");
    T(rmdir("d"));
    T(mkdir("x/y", 0755));
    T(rmdir("none"));
    stat_of("host.txt");
    T(fd = open("host.txt", O_RDWR));
    T(read(fd, b, 100));
    show(b, 20);
    T(lseek(fd, 0, SEEK_SET));
    T(write(fd, "TEXT", 4));
    T(close(fd));
    T(fd = open("./host.txt", O_RDONLY));
    T(read(fd, b, 8));
    show(b, 8);
    T(close(fd));
    T(unlink("host.txt"));
    stat_of("host.txt");
    T(open("host.txt", O_RDONLY));
    T(access("d", F_OK));
    T(access("d", R_OK | W_OK));
    T(access("none", F_OK));
    T(access("d", X_OK));
    T(access("/", R_OK));
    T(remove("d"));
    T(remove("none"));
    T(access("d", F_OK));
    T(isatty(0));
    errno = 0;
    printf("%d ", isatty(1));
    printf("%d ", errno);
    errno = 0;
    printf("%d %d\n", isatty(99), errno);
    T(fd = open("/dev/null", O_RDWR));
    T(write(fd, "abc", 3));
    T(read(fd, b, 3));
    T(close(fd));
    T(fd = open("/dev/zero", O_RDONLY));
    T(read(fd, b, 3));
    show(b, 3);
    T(close(fd));
    T(fd = open("/dev/full", O_WRONLY));
    T(write(fd, "abc", 3));
    T(close(fd));
    char t[] = "tmpXXXXXX";
    fd = mkstemp(t);
    printf("%d %d\n", fd >= 0, strncmp(t, "tmp", 3));
    T(write(fd, "t", 1));
    T(close(fd));
    T(access(t, F_OK));
    T(unlink(t));
    char bad[] = "tmp";
    T(mkstemp(bad));
    char ts[] = "qXXXXXX.c";
    fd = mkstemps(ts, 2);
    printf("%d %s\n", fd >= 0, ts + 7);
    T(fd = open("v", O_RDWR | O_CREAT, 0644));
    struct iovec v[2] = {{"abc", 3}, {"defg", 4}};
    T(writev(fd, v, 2));
    T(lseek(fd, 0, SEEK_SET));
    char x[3], y[10];
    struct iovec w[2] = {{x, 3}, {y, 10}};
    T(readv(fd, w, 2));
    show(x, 3);
    show(y, 4);
    struct stat s;
    T(fstat(fd, &s));
    printf("%ld %o\n", (long)s.st_size, s.st_mode);
    T(fstat(99, &s));
    T(fchmod(fd, 0600));
    T(fstat(fd, &s));
    printf("%o\n", s.st_mode);
    T(umask(077));
    T(umask(022));
    T(fsync(fd));
    T(fsync(99));
    T(unlink("v"));
    T(lseek(fd, 0, SEEK_END));
    T(close(fd));
    stat_of("v");
    char cwd[500];
    errno = 0;
    printf("%d\n", getcwd(cwd, sizeof cwd) == cwd && cwd[0] == '/');
    T(getcwd(cwd, 2) == NULL);
    static const char *paths[] = {"",        "/",   "//",  "///", "a",    "a/",   "a//",
                                  "/a",      "/a/", "//a", "a/b", "a/b/", "a//b", "/a/b",
                                  "/a//b//", "..",  ".",   "./a", "../a/"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        char p[20], q[20];
        strcpy(p, paths[i]);
        strcpy(q, paths[i]);
        printf("%s: %s ", paths[i], dirname(p));
        printf("%s\n", basename(q));
    }
    write(1, "raw ", 4);
    write(2, "err ", 4);
    printf("buffered ");
    write(1, "raw2 ", 5);
    fflush(stdout);
    dup2(1, 2);
    fprintf(stderr, "on two\n");
    close(1);
    T(write(1, "x", 1));
    fflush(stdout);
    fprintf(stderr, "%d\n", ferror(stdout));
    return 3;
}
