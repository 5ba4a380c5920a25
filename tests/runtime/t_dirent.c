/* dirent.h: files made and removed are seen; names are sorted here, as their order is the host's */
#include "common.h"
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void list(const char *path) {
    char *names[40];
    int n = 0;
    errno = 0;
    DIR *d = opendir(path);
    printf("%s: %d\n", path, d ? 0 : errno);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) names[n++] = strdup(e->d_name);
    rewinddir(d);
    printf("again %d, ", readdir(d) != NULL);
    printf("close %d\n", closedir(d));
    qsort(names, (size_t)n, sizeof *names, by_name);
    for (int i = 0; i < n; i++) printf("  %s\n", names[i]), free(names[i]);
}

static void put(const char *path) {
    FILE *f = fopen(path, "w");
    fputs("text", f);
    fclose(f);
}

int main(void) {
    list(".");
    put("new");
    mkdir("folder", 0755);
    put("folder/inner");
    put("folder/second");
    list(".");
    list("folder");
    unlink("host.txt");
    unlink("folder/inner");
    rename("new", "folder/moved");
    list("./folder/..");
    list("folder//");
    list("nowhere");
    list("folder/second");
    list("");
    unlink("folder/second");
    unlink("folder/moved");
    list("folder");
    return 0;
}
