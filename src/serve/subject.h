/* What is to be verified if the user works on a file. */
#ifndef SHRIKE_SERVE_SUBJECT_H
#define SHRIKE_SERVE_SUBJECT_H

#include "serve/checkup.h"

/* A program: its name for people, the folder in which shrike is run, and the words that name it there. */
struct subject {
    char *name, *folder;
    text_list words;
};
typedef VEC(struct subject) subject_list;

/* Of a C file (an absolute path): the programs of the captured build around it that it belongs to; else the file
 * itself, with the flags of a compile_commands.json around it, if `starts` (it defines main) or function is not NULL
 * (that is where to start then). May be none. */
void subjects_of_file(const char *path, bool starts, const char *function, subject_list *found);
/* All programs of the captured build in a folder; else its C files that define main, and those of folders below. */
void subjects_of_folder(const char *folder, subject_list *found);
void subjects_release(subject_list *list);

/* Does the text define main, or what takes its place? */
bool subject_starts(const char *text);

#endif
