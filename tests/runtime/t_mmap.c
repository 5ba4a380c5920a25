/* sys/mman.h: memory, and files in memory */
#include "common.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

static void map(const char *what, size_t n, int protection, int flags, int fd, off_t at) {
    errno = 0;
    unsigned char *p = mmap(NULL, n, protection, flags, fd, at);
    if (p == MAP_FAILED) {
        printf("%s: failed %d\n", what, errno);
        return;
    }
    unsigned long sum = 0;
    for (size_t i = 0; i < n; i++) sum = sum * 31 + p[i];
    if (protection & PROT_WRITE) p[0] = 'z';
    int third = n > 3 ? p[3] : -1;
    printf("%s: %lu %d, aligned %d", what, sum, third, (unsigned long)p % 4096 == 0);
    printf(", unmapped %d\n", munmap(p, n));
}

int main(void) {
    char page[5000];
    int fd = open("file", O_RDWR | O_CREAT, 0600);
    for (int i = 0; i < 5000; i++) page[i] = (char)('a' + i % 23);
    printf("%ld\n", (long)write(fd, page, sizeof page));
    close(fd);
    int to_read = open("file", O_RDONLY), to_write = open("file", O_WRONLY), folder = open(".", O_RDONLY);
    map("anonymous", 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    map("nothing", 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    map("private", 5000, PROT_READ, MAP_PRIVATE, to_read, 0);
    map("shared", 5000, PROT_READ, MAP_SHARED, to_read, 0);
    map("private, written", 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE, to_read, 0);
    map("and read again", 10, PROT_READ, MAP_PRIVATE, to_read, 0);
    map("less", 7, PROT_READ, MAP_PRIVATE, to_read, 0);
    map("zeros behind the end", 8192, PROT_READ, MAP_PRIVATE, to_read, 0);
    map("second page", 904, PROT_READ, MAP_PRIVATE, to_read, 4096);
    map("crooked offset", 10, PROT_READ, MAP_PRIVATE, to_read, 100);
    map("no bytes", 0, PROT_READ, MAP_PRIVATE, to_read, 0);
    map("no descriptor", 10, PROT_READ, MAP_PRIVATE, -1, 0);
    map("no descriptor, no bytes", 0, PROT_READ, MAP_PRIVATE, -1, 0);
    map("only to be written", 10, PROT_READ, MAP_PRIVATE, to_write, 0);
    map("shared, only to be read", 10, PROT_READ | PROT_WRITE, MAP_SHARED, to_read, 0);
    map("folder", 10, PROT_READ, MAP_PRIVATE, folder, 0);
    map("folder, no bytes", 0, PROT_READ, MAP_PRIVATE, folder, 0);
    return 0;
}
