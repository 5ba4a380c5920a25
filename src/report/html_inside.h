/* What the files that make a page share. */
#ifndef SHRIKE_REPORT_HTML_INSIDE_H
#define SHRIKE_REPORT_HTML_INSIDE_H

#include "report/html.h"

/* Each adds members to an object. */
void html_add_bugs(const struct html *h, struct str *out);
void html_add_files(const struct html *h, struct str *out);
void html_add_tests(const struct html *h, struct str *out);

#endif
