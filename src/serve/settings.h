/* What an editor's user has set: shrike.engine and so on, as options of shrike verify. */
#ifndef SHRIKE_SERVE_SETTINGS_H
#define SHRIKE_SERVE_SETTINGS_H

#include <stdbool.h>

#include "serve/checkup.h"

struct json;
struct str;

struct settings {
    text_list options; /* of shrike verify, each in one word */
    bool on_open;      /* verify when a file is opened; else when it is saved */
    bool on_save;
};

void settings_init(struct settings *s);
void settings_release(struct settings *s);
/* Takes them from an object (initializationOptions, or "shrike" of the settings; NULL: there is none); what is not in
 * it is as usual. Adds a line for each that is wrong; those are left out. */
void settings_read(struct settings *s, const struct json *from, struct str *wrong);

#endif
