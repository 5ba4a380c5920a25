// RUN: %same %s
#include <stdio.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    char buf[64] = "hello";
    printf("%zu %zu\n", strlen(buf), strnlen(buf, 3));
    printf("%s\n", strcat(buf, " world"));
    printf("%s\n", strncat(buf, "!!!!", 2));
    printf("%d %d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "a")), strcmp("x", "x"), sign(strncmp("abc", "abz", 2)));
    printf("%s %s %s\n", strchr(buf, 'o'), strrchr(buf, 'o'), strstr(buf, "wor"));
    printf("%d %d\n", strchr(buf, 'q') == NULL, strchr(buf, 0) == buf + strlen(buf));
    printf("%zu %zu %s\n", strspn("112233abc", "123"), strcspn("abc,def", ",;"), strpbrk("key=value", "=:"));
    char pad[8];
    strncpy(pad, "ab", sizeof pad);
    printf("%d %d %d\n", pad[1], pad[2], pad[7]);
    memset(pad, 'x', 7);
    pad[7] = 0;
    printf("%s\n", pad);
    memmove(buf + 2, buf, 5);
    printf("%s %d\n", buf, memcmp("abcd", "abce", 3));
    printf("%s\n", (char *)memchr("find me", 'm', 7));
    char line[] = "a,b;;c  d";
    for (char *t = strtok(line, ",; "); t; t = strtok(NULL, ",; ")) printf("[%s]", t);
    printf("\n");
    printf("%s %d\n", stpcpy(pad, "end") == pad + 3 ? pad : "?", sign(strcasecmp("HeLLo", "hello")));
    return 0;
}
