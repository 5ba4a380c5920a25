/* What the files that make a page share. */
#ifndef SHRIKE_REPORT_HTML_INSIDE_H
#define SHRIKE_REPORT_HTML_INSIDE_H

#include "report/html.h"

/* "name": */
void html_key(struct str *out, const char *name);
/* "name":"value", */
void html_text(struct str *out, const char *name, const char *value);
/* A comma in front of all but the first. */
void html_comma(struct str *out, uint32_t i);

/* Each adds members to an object, with a comma behind the last. */
void html_add_bugs(const struct html *h, struct str *out);
void html_add_files(const struct html *h, struct str *out);
void html_add_tests(const struct html *h, struct str *out);

#endif
