#include "project/flags.h"

#include <string.h>

#include "base/str.h"
#include "front/front.h"

static const struct {
    const char *name;
    enum front_shape shape;
    enum flag_use use;
    const char *why;
} table[] = {
#define FLAG(name, shape, use, why) {name, FRONT_##shape, FLAG_##use, why},
#include "project/flags.def"
#undef FLAG
};

bool flag_read(const char *const *argv, int argc, struct flag *out) {
    *out = (struct flag){FLAG_PASS, front_unobeyed(argv, argc), NULL, NULL};
    if (out->words) return true;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const char *value = NULL;
        int words = front_match(table[i].shape, table[i].name, argv, argc, &value);
        if (!words) continue;
        *out = (struct flag){table[i].use, words, value, table[i].why};
        return words > 0;
    }
    return false;
}

void args_release(args_list *words) {
    for (uint32_t i = 0; i < words->len; i++) mem_free(words->data[i]);
    vec_release(words);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* The word at *p, which moves behind it. */
static void split_one(const char **p, struct str *word) {
    char quote = 0;
    for (; **p && (quote || !is_blank(**p)); ++*p) {
        if (quote ? **p == quote : **p == '"' || **p == '\'') quote = quote ? 0 : **p;
        else if (**p == '\\' && quote != '\'' && (*p)[1]) str_add_char(word, *++*p);
        else str_add_char(word, **p);
    }
}

void args_split(const char *text, args_list *out) {
    for (;;) {
        while (is_blank(*text)) text++;
        if (!*text) return;
        struct str word = {0};
        split_one(&text, &word);
        vec_push(out, word.len ? str_take(&word) : mem_strdup(""));
        str_release(&word);
    }
}

static void expand(const char *word, const char *folder, int depth, args_list *out) {
    enum { DEEPEST = 16 }; /* a file may name itself */
    struct str path = {0}, text = {0};
    if (folder && word[1] != '/') str_addf(&path, "%s/", folder);
    str_add(&path, word + 1);
    if (word[0] == '@' && depth < DEEPEST && str_read_file(&text, str_text(&path))) {
        args_list inner = {0};
        args_split(str_text(&text), &inner);
        for (uint32_t i = 0; i < inner.len; i++) expand(inner.data[i], folder, depth + 1, out);
        args_release(&inner);
    } else {
        vec_push(out, mem_strdup(word));
    }
    str_release(&path);
    str_release(&text);
}

void args_expand(const char *const *argv, int argc, const char *folder, args_list *out) {
    for (int i = 0; i < argc; i++) expand(argv[i], folder, 0, out);
}
