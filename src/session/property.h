/* Property files of SV-COMP and Test-Comp. */
#ifndef SHRIKE_SESSION_PROPERTY_H
#define SHRIKE_SESSION_PROPERTY_H

#include "base/option.h"
#include "exec/core/check.h"

struct str;

/* Reads a property file: which checks must run, and which errors violate it. `entry`
 * is where execution starts. False after adding a message. */
bool property_read(const char *path, enum command command, const char *entry, check_set *checks, bug_set *wanted,
                   struct str *error);

#endif
