/* Text in XML. */
#ifndef SHRIKE_TEXT_XML_H
#define SHRIKE_TEXT_XML_H

struct str;

/* Adds text for an element or an attribute. UTF-8 stays; bytes that are none, and control
 * characters, which XML cannot hold, become '?'. Line breaks in attributes survive. */
void xml_add(struct str *out, const char *text);
/* Length of the UTF-8 sequence at text; 0: it is none. */
unsigned xml_utf8(const char *text);

#endif
