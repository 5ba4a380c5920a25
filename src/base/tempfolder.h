/* A temporary folder. */
#ifndef SHRIKE_BASE_TEMPFOLDER_H
#define SHRIKE_BASE_TEMPFOLDER_H

#include <stdbool.h>

struct str;

/* Makes a folder of our own below TMPDIR, and removes those whose process was killed. False with errno set. */
bool folder_make(struct str *path);
/* Removes what is in the folder; links are not followed. */
void folder_empty(const char *path);
/* The same, and the folder itself. */
void folder_remove(const char *path);
/* "path/name" in *out, which is overwritten. Returns its text. */
const char *folder_file(const char *path, const char *name, struct str *out);

#endif
