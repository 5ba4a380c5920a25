// File systems have a kind and a size; what is taken for granted is said.
// RUN: %safe --engine=explore --sym-files 1x2 %s | %check %s
// CHECK: kinds and sizes of file systems are those of shrike's model
#include <errno.h>
#include <fcntl.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
    struct statfs s;
    struct statvfs v;
    if (statfs("A", &s) != 0 || s.f_bsize <= 0 || s.f_bfree > s.f_blocks || s.f_namelen < 14) reach_error();
    if (statvfs("A", &v) != 0 || v.f_frsize != (unsigned long)s.f_frsize || v.f_namemax != (unsigned long)s.f_namelen) reach_error();
    int fd = open("A", O_RDONLY);
    if (fd < 0 || fstatfs(fd, &s) != 0 || fstatvfs(fd, &v) != 0 || v.f_blocks != s.f_blocks) reach_error();
    close(fd);
    errno = 0;
    if (fstatfs(fd, &s) != -1 || errno != EBADF) reach_error();
    return 0;
}
