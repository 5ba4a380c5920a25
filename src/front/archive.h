/* Archives, as ar writes them. */
#ifndef SHRIKE_FRONT_ARCHIVE_H
#define SHRIKE_FRONT_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

struct str;

bool bytes_are_bitcode(const char *data, size_t len);
bool bytes_are_archive(const char *data, size_t len);

struct archive_member {
    const char *data;
    size_t size;
};

/* The member behind *at (first: 0), which moves on; its name in *name, which is overwritten. Tables
 * of ar's own are left out. Members of a thin archive have no data, only a name. False at the end
 * or where the archive is damaged. */
bool archive_next(const char *data, size_t size, size_t *at, struct archive_member *member, struct str *name);

#endif
