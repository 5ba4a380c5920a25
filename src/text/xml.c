#include "text/xml.h"

#include "base/str.h"

unsigned xml_utf8(const char *text) {
    const unsigned char *b = (const unsigned char *)text;
    unsigned n = b[0] < 0x80                   ? 1
                 : b[0] >= 0xc2 && b[0] < 0xe0 ? 2
                 : b[0] >= 0xe0 && b[0] < 0xf0 ? 3
                 : b[0] >= 0xf0 && b[0] < 0xf5 ? 4
                                               : 0;
    for (unsigned i = 1; i < n; i++)
        if ((b[i] & 0xc0) != 0x80) return 0;
    /* Overlong forms, surrogates, what is above the last character, and two non-characters. */
    if (n == 3 && ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] >= 0xa0) ||
                   (b[0] == 0xef && b[1] == 0xbf && b[2] >= 0xbe)))
        return 0;
    if (n == 4 && ((b[0] == 0xf0 && b[1] < 0x90) || (b[0] == 0xf4 && b[1] >= 0x90))) return 0;
    return n;
}

void xml_add(struct str *out, const char *text) {
    while (*text) {
        unsigned char c = (unsigned char)*text;
        unsigned n = xml_utf8(text);
        if (c == '&') str_add(out, "&amp;");
        else if (c == '<') str_add(out, "&lt;");
        else if (c == '>') str_add(out, "&gt;");
        else if (c == '"') str_add(out, "&quot;");
        else if (c == '\n' || c == '\t' || c == '\r') str_addf(out, "&#%u;", c);
        else if (!n || c < 0x20 || c == 0x7f) str_add_char(out, '?');
        else str_add_len(out, text, n);
        text += n ? n : 1;
    }
}
