/* A small image format: chunks with a length, a type and a CRC-32, pixels in runs
 * with an Adler-32 at their end.
 *
 * Errors are planted, and explained above the line; a line where a sanitizer stops
 * because of one says BUG and its name.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GREY = 0, RGB = 2, INDEXED = 3, LARGEST = 1 << 16, MAX_TEXT = 64, HISTORY = 4 };

struct bytes {
    const uint8_t *data;
    uint32_t len, at;
};

struct image {
    uint32_t width, height;
    uint8_t depth, colour, filters;
    uint8_t *palette; /* three bytes an entry */
    uint32_t entries;
    uint8_t *alpha; /* a byte for each entry */
    uint8_t *pixels;
    uint32_t row; /* bytes */
    uint32_t scale;
    uint32_t *history;
    uint32_t texts;
};

/* ---- numbers ------------------------------------------------------------------- */

static uint32_t be32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t crc_table[256];

static void make_crc_table(void) {
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        crc_table[n] = c;
    }
}

static uint32_t crc32(const uint8_t *p, uint32_t n) {
    uint32_t c = 0xffffffffu;
    for (uint32_t i = 0; i < n; i++) c = crc_table[(c ^ p[i]) & 0xff] ^ c >> 8;
    return ~c;
}

static uint32_t adler32(const uint8_t *p, uint32_t n) {
    uint32_t a = 1, b = 0;
    for (uint32_t i = 0; i < n; i++) {
        a = (a + p[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

/* ---- header and palette ------------------------------------------------------------ */

static uint32_t channels(const struct image *im) { return im->colour == RGB ? 3 : 1; }

static int read_header(struct image *im, const uint8_t *p, uint32_t n) {
    if (n != 12 || im->width) return 0;
    im->width = be32(p);
    im->height = be32(p + 4);
    im->depth = p[8];
    im->colour = p[9];
    im->filters = p[11];
    if (im->width == 0 || im->height == 0 || p[10] != 0) return 0;
    if (im->depth != 1 && im->depth != 2 && im->depth != 4 && im->depth != 8) return 0;
    if (im->colour != GREY && im->colour != RGB && im->colour != INDEXED) return 0;
    if (im->colour == RGB && im->depth != 8) return 0;
    uint64_t bits = (uint64_t)im->width * channels(im) * im->depth;
    if (bits > 8 * LARGEST) return 0;
    im->row = (uint32_t)(bits + 7) / 8;
    return im->height <= 0x40000000;
}

static int read_palette(struct image *im, const uint8_t *p, uint32_t n) {
    if (im->palette || im->colour != INDEXED || n % 3 != 0 || n > 768) return 0;
    im->entries = n / 3;
    im->palette = calloc(3u << im->depth, 1);
    if (!im->palette) return 0;
    for (uint32_t i = 0; i < n; i++) {
        /* room for as many as the depth allows, but that is not looked at */
        im->palette[i] = p[i]; /* BUG palette */
    }
    return 1;
}

static int read_alpha(struct image *im, const uint8_t *p, uint32_t n) {
    if (im->alpha) return 0;
    if (im->colour == INDEXED) {
        if (!im->palette) return 0;
        im->alpha = malloc(im->entries ? im->entries : 1);
        if (!im->alpha) return 0;
        memset(im->alpha, 255, im->entries);
        if (n > im->entries + 1) return 0;
        for (uint32_t i = 0; i < n; i++) {
            /* one too many */
            im->alpha[i] = p[i]; /* BUG alpha */
        }
    } else if (n != 2 * channels(im)) {
        return 0;
    }
    return 1;
}

/* ---- other chunks ------------------------------------------------------------------- */

static int read_gamma(struct image *im, const uint8_t *p, uint32_t n) {
    if (n != 4) return 0;
    uint32_t gamma = be32(p), unit = gamma >> 4;
    if (gamma > 1000000) return 0;
    if (gamma & 8) unit = gamma & 7;
    /* 8 (and less than 16) is no value that anybody has */
    im->scale = 100000 / unit; /* BUG gamma */
    return 1;
}

static int read_text(struct image *im, const uint8_t *p, uint32_t n) {
    char key[12], *text;
    uint32_t len = 0;
    if (n < 2 || n > MAX_TEXT || im->texts++ > 2) return 0;
    text = malloc(n);
    if (!text) return 0;
    memcpy(text, p, n);
    while (len < n && text[len]) len++;
    if (len < sizeof key) {
        memcpy(key, text, len);
        key[len] = 0;
        if (strcmp(key, "Comment") == 0) {
            uint32_t spaces = 0;
            /* nobody says that the text ends with a zero */
            for (const char *s = text + len + 1; *s; s++) spaces += *s == ' '; /* BUG comment */
            im->scale += spaces;
        } else if (strcmp(key, "Author") == 0 && n - len == 5 &&
                   memcmp(text + len + 1, "root", 4) == 0) {
            free(text);
            /* used after it was given back */
            im->scale += (uint8_t)text[0]; /* BUG author */
            return 1;
        }
    }
    free(text);
    return 1;
}

static int read_times(struct image *im, const uint8_t *p, uint32_t n) {
    if (n < 7 || n > 16) return 0;
    uint32_t year = (uint32_t)p[0] << 8 | p[1], month = p[2], day = p[3];
    if (month < 1 || month > 12 || day < 1 || day > 31) return 0;
    if (p[4] > 23 || p[5] > 59 || p[6] > 60) return 0;
    if (year < 1990 || year > 2100) return 0;
    if (month == 2 && day == 29 && year % 4 == 0) {
        /* leap seconds of leap days come after the history */
        im->history[p[6] / 15] = year; /* BUG leap */
    }
    return 1;
}

/* ---- pixels --------------------------------------------------------------------------- */

static void unfilter(struct image *im, uint32_t y, uint8_t kind) {
    uint8_t *row = im->pixels + (size_t)y * im->row, *above = row - im->row;
    uint32_t step = channels(im);
    for (uint32_t x = 0; x < im->row; x++) {
        uint8_t left = x >= step ? row[x - step] : 0;
        switch (kind) {
        case 1: row[x] = (uint8_t)(row[x] + left); break;
        case 2:
            if (y) row[x] = (uint8_t)(row[x] + above[x]);
            break;
        case 3: row[x] = (uint8_t)(row[x] + (left + (y ? above[x] : 0)) / 2); break;
        case 4:
            /* the first row has none above it */
            row[x] = (uint8_t)(row[x] + (left > above[x] ? left : above[x])); /* BUG filter */
            break;
        default: break;
        }
    }
}

/* Runs: a count below 128 and that many bytes, or 128 + a count and one byte. */
static int unpack(struct image *im, struct bytes *in) {
    for (uint32_t y = 0; y < im->height; y++) {
        uint8_t *row = im->pixels + (size_t)y * im->row, kind = 0;
        uint32_t x = 0;
        if (im->filters) {
            if (in->at >= in->len) return 0;
            kind = in->data[in->at++];
            if (kind > 4) return 0;
        }
        while (x < im->row) {
            if (in->at + 2 > in->len) return 0;
            uint32_t count = in->data[in->at++];
            if (count >= 128) {
                uint8_t value = in->data[in->at++];
                count -= 128;
                if (x + count > im->row + (y + 1 == im->height && value == 0x7f)) return 0;
                while (count--) {
                    /* the last row may be one longer, for a value that is rare */
                    row[x++] = value; /* BUG run */
                }
            } else {
                if (in->at + count > in->len || x + count > im->row) return 0;
                memcpy(row + x, in->data + in->at, count);
                in->at += count;
                x += count;
            }
        }
        if (kind) unfilter(im, y, kind);
    }
    return 1;
}

static int read_pixels(struct image *im, const uint8_t *p, uint32_t n) {
    if (n < 4 || im->pixels || !im->row || (im->colour == INDEXED && !im->palette)) return 0;
    struct bytes in = {p, n - 4, 0};
    if (adler32(p, n - 4) != be32(p + n - 4)) return 0;
    uint32_t size = im->row * im->height;
    if (size > LARGEST) return 0;
    im->pixels = malloc(size ? size : 1);
    if (!im->pixels) return 0;
    /* the product above wraps */
    im->pixels[(size_t)im->row * im->height - 1] = 0; /* BUG size */
    return unpack(im, &in);
}

/* ---- chunks ------------------------------------------------------------------------------ */

static int read_chunk(struct image *im, const uint8_t *type, const uint8_t *data, uint32_t n) {
    if (memcmp(type, "HEAD", 4) == 0) return read_header(im, data, n);
    if (!im->width) return 0;
    if (memcmp(type, "PLTE", 4) == 0) return read_palette(im, data, n);
    if (memcmp(type, "tRNS", 4) == 0) return read_alpha(im, data, n);
    if (memcmp(type, "gAMA", 4) == 0) return read_gamma(im, data, n);
    if (memcmp(type, "tEXt", 4) == 0) return read_text(im, data, n);
    if (memcmp(type, "tIME", 4) == 0) return read_times(im, data, n);
    if (memcmp(type, "DATA", 4) == 0) return read_pixels(im, data, n);
    return type[0] >= 'a' && type[0] <= 'z'; /* not needed for showing it */
}

static int read_chunks(struct image *im, struct bytes *in) {
    while (in->len - in->at >= 12) {
        const uint8_t *p = in->data + in->at;
        uint32_t n = be32(p);
        if (n > in->len - in->at - 12) return 0;
        if (crc32(p + 4, n + 4) != be32(p + 8 + n)) return 0;
        if (memcmp(p + 4, "DONE", 4) == 0) return n == 0 && im->pixels;
        if (!read_chunk(im, p + 4, p + 8, n)) return 0;
        in->at += n + 12;
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t magic[8] = {0x8b, 'P', 'I', 'X', '\r', '\n', 0x1a, '\n'};
    struct bytes in = {data, (uint32_t)size, 8};
    struct image im = {0};
    if (size < 8 || memcmp(data, magic, 8) != 0) return 0;
    if (!crc_table[1]) make_crc_table();
    im.history = calloc(HISTORY, sizeof *im.history);
    if (im.history) read_chunks(&im, &in);
    free(im.history);
    free(im.palette);
    free(im.alpha);
    free(im.pixels);
    return 0;
}
