/* ctype.h in the C locale (C.UTF-8 classifies single bytes alike). The results are the mask bits of
 * glibc's table, because programs print them. */
#include "rt.h"

#undef __USE_EXTERN_INLINES
#define __NO_CTYPE
#include <ctype.h>
#include <locale.h>

static bool is_xdigit(int c) { return rt_isdigit(c) | (((unsigned)c | 32) - 'a' < 6); }
static bool is_graph(int c) { return (unsigned)c - 33 < 94; }
static bool is_punct(int c) { return is_graph(c) & !rt_isalnum(c); }
static bool is_cntrl(int c) { return ((unsigned)c < 32) | (c == 127); }

/* Negative characters other than EOF map to their unsigned value, as in glibc's table. */
static int fold_sign(int c) { return c >= -128 && c < -1 ? c & 255 : c; }

/* Every function, and its twin that takes a locale. */
#define FUNCTIONS(_)                                      \
    _(isalpha, rt_isalpha(c) ? _ISalpha : 0)              \
    _(isdigit, rt_isdigit(c) ? _ISdigit : 0)              \
    _(isalnum, rt_isalnum(c) ? _ISalnum : 0)              \
    _(isupper, rt_isupper(c) ? _ISupper : 0)              \
    _(islower, rt_islower(c) ? _ISlower : 0)              \
    _(isxdigit, is_xdigit(c) ? _ISxdigit : 0)             \
    _(isspace, rt_isspace(c) ? _ISspace : 0)              \
    _(isblank, ((c == ' ') | (c == '\t')) ? _ISblank : 0) \
    _(isprint, (unsigned)c - 32 < 95 ? _ISprint : 0)      \
    _(isgraph, is_graph(c) ? _ISgraph : 0)                \
    _(ispunct, is_punct(c) ? _ISpunct : 0)                \
    _(iscntrl, is_cntrl(c) ? _IScntrl : 0)                \
    _(tolower, rt_tolower(fold_sign(c)))                  \
    _(toupper, rt_toupper(fold_sign(c)))

#define DEFINE(name, result)                                  \
    int name(int c) { return __shrike_character(c), result; } \
    int name##_l(int c, locale_t locale) { return (void)locale, __shrike_character(c), result; }
FUNCTIONS(DEFINE)

int isascii(int c) { return (unsigned)c < 128; }
int toascii(int c) { return c & 127; }
int _tolower(int c) { return rt_tolower(fold_sign(c)); }
int _toupper(int c) { return rt_toupper(fold_sign(c)); }

/* The tables behind glibc's macros, indexed -128..255. Constant expressions, so that they cost no
 * instruction at run time. */
#define IN(c, low, high) ((c) >= (low) && (c) <= (high))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define ALPHA(c) (UPPER(c) || LOWER(c))
#define HEX(c) (DIGIT(c) || IN(c, 'A', 'F') || IN(c, 'a', 'f'))
#define CLASS(c)                                                                         \
    ((UPPER(c) ? _ISupper : 0) | (LOWER(c) ? _ISlower : 0) | (ALPHA(c) ? _ISalpha : 0) | \
     (DIGIT(c) ? _ISdigit : 0) | (HEX(c) ? _ISxdigit : 0) |                              \
     ((c) == ' ' || IN(c, 9, 13) ? _ISspace : 0) | (IN(c, 32, 126) ? _ISprint : 0) |     \
     (IN(c, 33, 126) ? _ISgraph : 0) | ((c) == ' ' || (c) == 9 ? _ISblank : 0) |         \
     (IN(c, 0, 31) || (c) == 127 ? _IScntrl : 0) |                                       \
     (IN(c, 33, 126) && !ALPHA(c) && !DIGIT(c) ? _ISpunct : 0) |                         \
     (ALPHA(c) || DIGIT(c) ? _ISalnum : 0))
#define FOLD(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : FOLD(c))
#define TO_UPPER(c) (LOWER(c) ? (c) - 32 : FOLD(c))

#define ROW4(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define ROW16(f, c) ROW4(f, c), ROW4(f, (c) + 4), ROW4(f, (c) + 8), ROW4(f, (c) + 12)
#define ROW64(f, c) ROW16(f, c), ROW16(f, (c) + 16), ROW16(f, (c) + 32), ROW16(f, (c) + 48)
#define ROW384(f) \
    ROW64(f, -128), ROW64(f, -64), ROW64(f, 0), ROW64(f, 64), ROW64(f, 128), ROW64(f, 192)

static const unsigned short class_table[384] = {ROW384(CLASS)};
static const int lower_table[384] = {ROW384(TO_LOWER)};
static const int upper_table[384] = {ROW384(TO_UPPER)};

static const unsigned short *classes = class_table + 128;
static const int *lowers = lower_table + 128;
static const int *uppers = upper_table + 128;

const unsigned short **__ctype_b_loc(void) { return &classes; }
const int **__ctype_tolower_loc(void) { return &lowers; }
const int **__ctype_toupper_loc(void) { return &uppers; }
