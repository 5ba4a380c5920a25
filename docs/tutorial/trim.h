#include <string.h>

/* Cuts spaces off both ends. */
static char *trim(char *s) {
    while (*s == ' ') s++;
    char *end = s + strlen(s) - 1;
    while (*end == ' ') *end-- = '\0';
    return s;
}
