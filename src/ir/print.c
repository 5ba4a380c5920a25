#include "ir/print.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

#include "base/str.h"
#include "ir/cfg.h"
#include "ir/operands.h"

static int by_address(const void *a, const void *b) {
    const struct named_address *x = a, *y = b;
    if (x->address != y->address) return x->address < y->address ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void symbols_init(struct symbols *symbols, const struct program *p) {
    memset(symbols, 0, sizeof *symbols);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (f->address) vec_push(&symbols->list, (struct named_address){f->address, f->nblocks, f->name, NULL});
    }
    for (uint32_t i = 1; i < p->globals.len; i++) {
        const struct ir_global *g = p->globals.data[i];
        if (g->address) vec_push(&symbols->list, (struct named_address){g->address, g->size, g->name, g});
    }
    if (symbols->list.len) qsort(symbols->list.data, symbols->list.len, sizeof *symbols->list.data, by_address);
}

static void symbols_release(struct symbols *symbols) { vec_release(&symbols->list); }

const struct named_address *symbols_find(const struct symbols *symbols, uint64_t address) {
    uint32_t low = 0, high = symbols->list.len; /* the last one at or below is before high */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (symbols->list.data[middle].address <= address) low = middle + 1;
        else high = middle;
    }
    if (!low) return NULL;
    const struct named_address *found = &symbols->list.data[low - 1];
    return address - found->address <= found->size ? found : NULL;
}

static bool is_text(unsigned char c) { return isprint(c) || isspace(c) || c == '\a' || c == '\b' || c == '\033'; }

/* The text at an address in a constant global, if it is one: printable and ended
 * by a zero. Points into the program. */
static const char *symbols_text(const struct named_address *symbol, uint64_t address) {
    const struct ir_global *g = symbol->global;
    if (!g || !g->constant || !g->data) return NULL;
    for (uint64_t i = address - g->address; i < g->size; i++) {
        if (!g->data[i]) return (const char *)g->data + (address - g->address);
        if (!is_text(g->data[i])) return NULL;
    }
    return NULL;
}

enum { COMMENT_COLUMN = 60, LONGEST_TEXT = 48, MOST_WORDS = 32 };

void printer_init(struct printer *printer, const struct program *p) {
    memset(printer, 0, sizeof *printer);
    printer->p = p;
    symbols_init(&printer->symbols, p);
}

void printer_release(struct printer *printer) {
    mem_free(printer->names);
    symbols_release(&printer->symbols);
    memset(printer, 0, sizeof *printer);
}

void print_choose_function(struct printer *printer, const struct function *f) {
    if (printer->f == f) return;
    mem_free(printer->names);
    printer->f = f;
    printer->names = mem_zalloc((f->nslots + 1) * sizeof *printer->names);
    for (uint32_t i = 0; i < f->nvars; i++)
        if (!printer->names[f->vars[i].slot]) printer->names[f->vars[i].slot] = f->vars[i].name;
}

/* ---- values */

void print_text(struct str *out, const char *text) {
    size_t len = strlen(text);
    str_add_char(out, '"');
    for (size_t i = 0; i < len && i < LONGEST_TEXT; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n') str_add(out, "\\n");
        else if (c == '\t') str_add(out, "\\t");
        else if (c == '"' || c == '\\') str_addf(out, "\\%c", c);
        else if (isprint(c)) str_add_char(out, (char)c);
        else str_addf(out, "\\x%02x", c);
    }
    str_add(out, len > LONGEST_TEXT ? "\"..." : "\"");
}

static void add_symbol(struct str *out, const struct named_address *symbol, uint64_t address) {
    str_addf(out, "@%s", symbol->name);
    unsigned long long offset = address - symbol->address;
    if (offset) str_addf(out, symbol->global ? "+%llu" : ":b%llu", offset - !symbol->global);
    const char *text = symbols_text(symbol, address);
    if (!text) return;
    str_add_char(out, ' ');
    print_text(out, text);
}

void print_value(struct printer *printer, struct str *out, uint64_t value) {
    const struct named_address *symbol = symbols_find(&printer->symbols, value);
    if (symbol) add_symbol(out, symbol, value);
    else if (value < 1 << 20) str_addf(out, "%llu", (unsigned long long)value);
    else if (value >= UINT64_MAX - (1 << 20)) str_addf(out, "%lld", (long long)value);
    else str_addf(out, "%#llx", (unsigned long long)value);
}

static void add_constant(struct printer *printer, struct str *out, uint64_t value, enum reading reading) {
    uint32_t bits = (uint32_t)value;
    float f;
    double d;
    memcpy(&f, &bits, sizeof f);
    memcpy(&d, &value, sizeof d);
    if (reading == READ_F32) str_addf(out, "%.9gf", (double)f);
    else if (reading == READ_F64) str_addf(out, "%.17g", d);
    else print_value(printer, out, value);
}

/* A constant in several slots, most significant word first. */
static void add_words(struct str *out, const uint64_t *words, uint32_t n) {
    str_addf(out, "0x%llx", (unsigned long long)words[n - 1]);
    while (--n > 0) str_addf(out, "_%016llx", (unsigned long long)words[n - 1]);
}

void print_slots(struct printer *printer, struct str *out, struct slot_range slots, enum reading reading) {
    const struct function *f = printer->f;
    assert(f);
    if (!slots.count) str_add(out, "{}"); /* an empty struct */
    else if (slots.first + slots.count <= f->nconsts && slots.count == 1)
        add_constant(printer, out, f->consts[slots.first], reading);
    else if (slots.first + slots.count <= f->nconsts) add_words(out, f->consts + slots.first, slots.count);
    else {
        const char *name = printer->names[slots.first];
        if (name) str_addf(out, "%s.%u", name, slots.first);
        else str_addf(out, "%%%u", slots.first);
        if (slots.count > 1) str_addf(out, ":%u", slots.count);
    }
}

/* ---- functions and globals */

void print_position(const struct program *p, struct str *out, uint32_t pos, uint32_t known_file) {
    struct position at = p->positions.data[pos];
    if (!at.file) str_add_char(out, '?');
    else if (at.file == known_file) str_addf(out, "%u", at.line);
    else str_addf(out, "%s:%u", p->files.data[at.file], at.line);
    if (at.file && at.column) str_addf(out, ":%u", at.column);
}

/* Starts a comment on the line that begins at `line`. */
static void start_comment(struct str *out, size_t line) {
    do str_add_char(out, ' ');
    while (out->len < line + COMMENT_COLUMN);
    str_add(out, "; ");
}

static void add_params(struct printer *printer, struct str *out, const struct function *f) {
    uint32_t slot = f->param_base;
    for (uint32_t i = 0; i < f->nparams; i++) {
        if (i) str_add(out, ", ");
        if (f->params[i].byval) str_addf(out, "byval(%u) ", f->params[i].size);
        if (ir_has_code(f)) print_slots(printer, out, (struct slot_range){slot, f->params[i].nslots}, READ_INT);
        else str_addf(out, "%u", f->params[i].nslots);
        slot += f->params[i].nslots;
    }
    if (f->varargs) str_add(out, f->nparams ? ", ..." : "...");
}

static void add_header(struct printer *printer, struct str *out, const struct function *f) {
    size_t line = out->len;
    str_addf(out, "%s @%s(", ir_has_code(f) ? "func" : "declare", f->name);
    add_params(printer, out, f);
    str_addf(out, ") -> %u", f->nret);
    if (f->internal) str_add(out, " static");
    if (f->runtime) str_add(out, " runtime");
    if (ir_has_code(f)) str_add(out, " {");
    if (!f->pos) return;
    start_comment(out, line);
    print_position(printer->p, out, f->pos, 0);
}

static void add_block_header(struct str *out, const struct function *f, uint32_t b) {
    size_t line = out->len;
    const struct ir_block *block = &f->blocks[b];
    str_addf(out, "b%u", b);
    if (block->name && block->name[0]) str_addf(out, " %s", block->name);
    str_add_char(out, ':');
    if (f->cfg && block->npreds) {
        start_comment(out, line);
        for (uint32_t i = 0; i < block->npreds; i++) str_addf(out, i ? ", b%u" : "from b%u", block->preds[i]);
    } else if (f->cfg && b) {
        start_comment(out, line);
        str_add(out, "unreachable");
    }
    str_add_char(out, '\n');
}

static void add_line(struct printer *printer, struct str *out, const struct function *f, uint32_t pc,
                     struct position *last) {
    size_t line = out->len;
    str_add(out, "    ");
    print_insn(printer, out, f, pc);
    for (size_t i = line; i < out->len; i++)
        if (out->data[i] == '\n') line = i + 1; /* a switch has several lines */
    const struct program *p = printer->p;
    struct position at = p->positions.data[f->code[pc].pos];
    if (at.file && at.line && (at.file != last->file || at.line != last->line)) {
        start_comment(out, line);
        print_position(p, out, f->code[pc].pos, p->positions.data[f->pos].file);
        *last = at;
    }
    str_add_char(out, '\n');
}

void print_function(struct printer *printer, struct str *out, const struct function *f) {
    print_choose_function(printer, f);
    struct position last = {0, 0, 0};
    add_header(printer, out, f);
    str_add_char(out, '\n');
    if (!ir_has_code(f)) return;
    for (uint32_t b = 0; b < f->nblocks; b++) {
        add_block_header(out, f, b);
        for (uint32_t pc = f->blocks[b].first; pc < f->blocks[b].end; pc++) add_line(printer, out, f, pc, &last);
    }
    str_add(out, "}\n");
}

/* Words that are not zero, pointers by name. */
static void add_data(struct printer *printer, struct str *out, const struct ir_global *g) {
    uint32_t step = printer->p->ptr_bytes, shown = 0;
    for (uint64_t at = 0; at < g->size; at += step) {
        uint64_t value = 0;
        memcpy(&value, g->data + at, g->size - at < step ? g->size - at : step);
        if (!value) continue;
        if (shown++ == MOST_WORDS) {
            str_add(out, "    ...\n");
            return;
        }
        str_addf(out, "    +%llu: ", (unsigned long long)at);
        print_value(printer, out, value);
        str_add_char(out, '\n');
    }
}

void print_global(struct printer *printer, struct str *out, const struct ir_global *g) {
    size_t line = out->len;
    struct named_address self = {g->address, g->size, g->name, g};
    const char *text = symbols_text(&self, g->address);
    bool whole = text && strlen(text) + 1 == g->size;
    str_addf(out, "%s @%s: %llu align %u", g->constant ? "const" : "global", g->name, (unsigned long long)g->size,
             g->align);
    if (g->external) str_add(out, " external");
    if (g->thread_local_) str_add(out, " thread");
    if (whole) {
        str_add(out, " = ");
        print_text(out, text);
    }
    if (g->pos) {
        start_comment(out, line);
        print_position(printer->p, out, g->pos, 0);
    }
    str_add_char(out, '\n');
    if (g->data && !whole) add_data(printer, out, g);
}

void print_program(struct printer *printer, struct str *out, bool runtime) {
    const struct program *p = printer->p;
    for (uint32_t i = 1; i < p->globals.len; i++) print_global(printer, out, p->globals.data[i]);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (f->runtime && !runtime) continue;
        if (ir_has_code(f)) str_add_char(out, '\n');
        print_function(printer, out, f);
    }
}
