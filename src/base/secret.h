/* Passwords must not get into messages and reports. */
#ifndef SHRIKE_BASE_SECRET_H
#define SHRIKE_BASE_SECRET_H

struct str;

/* Adds the text without what stands between :// and @ in each address (USER:PASSWORD). */
void secret_add(struct str *out, const char *text);

#endif
