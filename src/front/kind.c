/* What a file is. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "front/archive.h"
#include "front/front.h"

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
