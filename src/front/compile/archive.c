#include "front/compile/compile.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "front/front.h"

enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, SIZE_LEN = 10 };

static size_t number_at(const char *text, size_t len) {
    char copy[32] = "";
    memcpy(copy, text, len);
    return strtoull(copy, NULL, 10);
}

/* GNU's long names: "/123" is a place in the table "//". */
static void long_name(const char *data, size_t size, size_t offset, struct str *name) {
    for (size_t at = MAGIC; at + HEADER <= size;) {
        size_t len = number_at(data + at + SIZE_AT, SIZE_LEN);
        const char *table = data + at + HEADER;
        if (len > size - at - HEADER) return;
        if (memcmp(data + at, "// ", 3) == 0) {
            for (; offset < len && table[offset] != '\n'; offset++) str_add_char(name, table[offset]);
            while (name->len && name->data[name->len - 1] == '/') name->data[--name->len] = '\0';
            return;
        }
        if (memcmp(data + at, "/ ", 2) != 0 && memcmp(data + at, "/SYM64/", 7) != 0) return;
        at += HEADER + len + (len & 1);
    }
}

static void short_name(const char *field, struct str *name) {
    size_t len = NAME;
    while (len && field[len - 1] == ' ') len--;
    if (len && field[len - 1] == '/') len--;
    str_add_len(name, field, len);
}

bool archive_next(const char *data, size_t size, size_t *at, struct archive_member *member, struct str *name) {
    assert(*at <= size);
    bool thin = memcmp(data, "!<thin>", 7) == 0;
    if (*at == 0) *at = MAGIC;
    while (*at + HEADER <= size) {
        const char *header = data + *at;
        size_t len = number_at(header + SIZE_AT, SIZE_LEN), left = size - *at - HEADER;
        bool table = header[0] == '/' && !(header[1] >= '0' && header[1] <= '9');
        bool inside = table || !thin;
        if (header[58] != '`' || (inside && len > left)) return false;
        str_clear(name);
        if (!table && header[0] == '/') long_name(data, size, number_at(header + 1, NAME - 1), name);
        else if (!table) short_name(header, name);
        *member = (struct archive_member){inside ? header + HEADER : NULL, inside ? len : 0};
        *at += HEADER + (inside ? len + (len & 1) : 0);
        if (!table) return true;
    }
    return false;
}

/* ---- what a file is ------------------------------------------------------------------------------------ */

enum { ENOUGH = 64 };

static bool has_ending(const char *path, const char *const *endings, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (str_ends(path, endings[i])) return true;
    return false;
}
#define HAS_ENDING(path, list) has_ending(path, list, sizeof list / sizeof *list)

static bool begins(const char *data, size_t len, const char *magic, size_t magic_len) {
    return len >= magic_len && memcmp(data, magic, magic_len) == 0;
}

bool bytes_are_bitcode(const char *data, size_t len) {
    return begins(data, len, "BC\xC0\xDE", 4) || begins(data, len, "\xDE\xC0\x17\x0B", 4);
}

bool bytes_are_archive(const char *data, size_t len) {
    return begins(data, len, "!<arch>\n", 8) || begins(data, len, "!<thin>\n", 8);
}

static size_t read_start(const char *path, char *data, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t n = read(fd, data, size);
    close(fd);
    return n > 0 ? (size_t)n : 0;
}

enum front_kind front_kind_of(const char *path) {
    static const char *const c[] = {".c", ".i"};
    static const char *const cxx[] = {".C", ".cc", ".cpp", ".cxx", ".c++", ".ii", ".hpp", ".hh"};
    char start[ENOUGH];
    size_t n = read_start(path, start, sizeof start);
    if (bytes_are_bitcode(start, n)) return FRONT_BITCODE;
    if (bytes_are_archive(start, n)) return FRONT_ARCHIVE;
    if (begins(start, n, "\177ELF", 4)) return FRONT_NATIVE;
    if (HAS_ENDING(path, c)) return FRONT_C;
    if (str_ends(path, ".ll") || begins(start, n, "; ModuleID", 10)) return FRONT_TEXT;
    if (str_ends(path, ".bc")) return FRONT_BITCODE; /* damaged: the reader says how */
    return HAS_ENDING(path, cxx) ? FRONT_CXX : FRONT_OTHER;
}
