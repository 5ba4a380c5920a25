/* errno texts, err.h, error.h, environment */
#include "common.h"
#include <err.h>
#include <error.h>

int __xpg_strerror_r(int, char *, size_t);

int main(void) {
    for (int i = -2; i < 140; i++) {
        char b[40] = "";
        int k;
        printf("%d %s %s ", i, strerror(i), strerrorname_np(i) ? strerrorname_np(i) : "-");
        printf("%s ", strerror_r(i, b, 40));
        k = __xpg_strerror_r(i, b, 10);
        printf("%d %s\n", k, b);
    }
    fflush(stdout);
    errno = ENOENT;
    warn("warn %d", 1);
    warnx("warnx %s", "x");
    errno = EPERM;
    warn(NULL);
    error(0, 0, "error %d", 2);
    error(0, EINVAL, "with errno");
    error_at_line(0, ENOMEM, "file.c", 12, "line");
    printf("%u\n", error_message_count);
    fflush(stdout);
    printf("%s %s\n", program_invocation_name, program_invocation_short_name);
    printf("%s ", getenv("HOME"));
    printf("%d ", getenv("NONE") == NULL);
    printf("%d ", setenv("NEW", "value", 1));
    printf("%s ", getenv("NEW"));
    setenv("NEW", "other", 0);
    printf("%s ", getenv("NEW"));
    setenv("HOME", "/else", 1);
    printf("%s ", getenv("HOME"));
    printf("%d ", unsetenv("HOME"));
    printf("%d ", getenv("HOME") == NULL);
    static char own[] = "PUT=here";
    printf("%d %s ", putenv(own), getenv("PUT"));
    own[4] = 'H';
    printf("%s ", getenv("PUT"));
    putenv("PUT");
    printf("%d ", getenv("PUT") == NULL);
    setenv("EMPTY", "", 1);
    printf("[%s] ", getenv("EMPTY"));
    errno = 0;
    printf("%d %d ", setenv("A=B", "x", 1), errno);
    errno = 0;
    printf("%d %d ", unsetenv(""), errno);
    for (int i = 0; i < 40; i++) {
        char n[10];
        sprintf(n, "V%d", i);
        setenv(n, n, 1);
    }
    printf("%s %s ", getenv("V0"), getenv("V39"));
    clearenv();
    printf("%d %d\n", getenv("V1") == NULL, getenv("PWD") == NULL);
    fflush(stdout);
    errno = EACCES;
    err(3, "final %s", "message");
}
