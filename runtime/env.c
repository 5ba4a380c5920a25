/*
 * errno, the program's name and its environment. The environment is what the engine says until the
 * program changes it; changes live in `environ`, removals in a list of hidden names.
 */
#include "rt.h"

#include <stdlib.h>
#include <unistd.h>

int rt_errno;
int *__errno_location(void) { return &rt_errno; }

const char *rt_program = "shrike";
const char *rt_program_short = "shrike";
char *program_invocation_name, *program_invocation_short_name;
char *__progname, *__progname_full;

void __shrike_start(int argc, char **argv) {
    if (argc < 1 || !argv[0]) return;
    char *slash = rt_strrchr(argv[0], '/');
    program_invocation_name = __progname_full = argv[0];
    program_invocation_short_name = __progname = slash ? slash + 1 : argv[0];
    rt_program = program_invocation_name;
    rt_program_short = program_invocation_short_name;
}

char **environ;
static char **owned;          /* our array, once environ points to one of ours */
static size_t owned_capacity; /* entries, without the NULL at the end */
static char **hidden;
static size_t hidden_count;
static bool host_hidden; /* all of them: clearenv */

/* Does the entry "NAME=value" (or the hidden "NAME") have this name? */
static bool has_name(const char *entry, const char *name, size_t n) {
    return rt_strncmp(entry, name, n) == 0 && (entry[n] == '=' || !entry[n]);
}

static size_t count_entries(void) {
    size_t n = 0;
    while (environ && environ[n]) n++;
    return n;
}

/* The index of a name in environ; the number of entries when it is not there. */
static size_t find_entry(const char *name, size_t n) {
    size_t i = 0;
    while (environ && environ[i] && !has_name(environ[i], name, n)) i++;
    return i;
}

static bool is_hidden(const char *name, size_t n) {
    for (size_t i = 0; i < hidden_count; i++)
        if (has_name(hidden[i], name, n)) return true;
    return false;
}

char *rt_getenv(const char *name) {
    size_t n = rt_strlen(name), i = find_entry(name, n);
    if (environ && environ[i]) return environ[i] + n + 1;
    if (host_hidden || is_hidden(name, n)) return NULL;
    if (__shrike_exploring()) return __shrike_environment(), NULL;
    return __shrike_getenv(name);
}

static int hide(const char *name, size_t n) {
    if (is_hidden(name, n)) return 0;
    char **list = realloc(hidden, (hidden_count + 1) * sizeof *list);
    if (!list) return rt_fail(ENOMEM);
    __shrike_own(list);
    hidden = list;
    hidden[hidden_count] = rt_strndup(name, n);
    if (!hidden[hidden_count]) return -1;
    __shrike_own(hidden[hidden_count]);
    hidden_count++;
    return 0;
}

/* Puts the entry in place of the one with the same name, or at the end. */
static int put_entry(char *entry, size_t name_length) {
    size_t i = find_entry(entry, name_length), n = count_entries();
    if (i < n) {
        environ[i] = entry;
        return 0;
    }
    if (environ != owned || n >= owned_capacity) {
        char **list = malloc((2 * n + 8) * sizeof *list);
        if (!list) return rt_fail(ENOMEM);
        __shrike_own(list);
        for (size_t k = 0; k < n; k++) list[k] = environ[k];
        free(owned);
        owned = list;
        owned_capacity = 2 * n + 7;
        environ = owned;
    }
    environ[n] = entry;
    environ[n + 1] = NULL;
    return 0;
}

static bool name_valid(const char *name) { return name && *name && !rt_strchr(name, '='); }

char *getenv(const char *name) { return rt_getenv(name); }
char *secure_getenv(const char *name) { return rt_getenv(name); }

int setenv(const char *name, const char *value, int overwrite) {
    if (!name_valid(name)) return rt_fail(EINVAL);
    if (!overwrite && rt_getenv(name)) return 0;
    size_t n = rt_strlen(name), len = rt_strlen(value);
    char *entry = malloc(n + len + 2);
    if (!entry) return rt_fail(ENOMEM);
    __shrike_own(entry);
    rt_memcpy(entry, name, n);
    entry[n] = '=';
    rt_memcpy(entry + n + 1, value, len + 1);
    return put_entry(entry, n);
}

static int remove_name(const char *name, size_t n) {
    size_t i = find_entry(name, n);
    for (; environ && environ[i]; i++) environ[i] = environ[i + 1];
    return hide(name, n);
}

int unsetenv(const char *name) {
    if (!name_valid(name)) return rt_fail(EINVAL);
    return remove_name(name, rt_strlen(name));
}

int putenv(char *entry) {
    char *equals = rt_strchr(entry, '=');
    if (!equals) return remove_name(entry, rt_strlen(entry));
    return put_entry(entry, (size_t)(equals - entry));
}

int clearenv(void) {
    environ = NULL;
    host_hidden = true;
    return 0;
}
