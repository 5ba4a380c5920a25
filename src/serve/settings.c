#include "serve/settings.h"

#include <string.h>

#include "base/option.h"
#include "text/jsonread.h"

enum { USUAL_TIMEOUT = 60 };

void settings_init(struct settings *s) {
    memset(s, 0, sizeof *s);
    s->on_open = s->on_save = true;
    struct str wrong = {0};
    settings_read(s, NULL, &wrong);
    str_release(&wrong);
}

void settings_release(struct settings *s) { texts_release(&s->options); }

static void complain(struct str *wrong, const char *setting, const char *what) {
    str_addf(wrong, "%sshrike.%s: %s", wrong->len ? "\n" : "", setting, what);
}

/* An option as one word; whether verify takes it is found out by its own parser. */
static void add_option(struct settings *s, const char *setting, const char *word, struct str *wrong) {
    struct options scratch;
    struct str error = {0};
    int used;
    options_init(&scratch);
    char *const words[] = {(char *)word};
    if (options_parse(&scratch, CMD_VERIFY, words, 1, &used, &error) == OPTION_OK) texts_add(&s->options, word);
    else complain(wrong, setting, str_text(&error));
    options_release(&scratch);
    str_release(&error);
}

/* A text, a number, or a list of texts with commas between them. */
static bool add_value(const struct json *value, struct str *out) {
    if (value->kind == JSON_TEXT) str_add(out, value->text);
    else if (value->kind == JSON_NUMBER) str_addf(out, "%.0f", value->number);
    else if (value->kind != JSON_LIST) return false;
    for (const struct json *item = value->kind == JSON_LIST ? value->first : NULL; item; item = item->next) {
        if (item->kind != JSON_TEXT) return false;
        str_addf(out, "%s%s", item == value->first ? "" : ",", item->text);
    }
    return true;
}

static void read_option(struct settings *s, const struct json *from, const char *setting, const char *option, struct str *wrong) {
    const struct json *value = json_member(from, setting);
    struct str word = {0};
    if (!value || value->kind == JSON_NULL) return;
    str_addf(&word, "--%s=", option);
    size_t empty = word.len;
    if (!add_value(value, &word)) complain(wrong, setting, "wants a text, a number or a list of texts");
    else if (word.len > empty) add_option(s, setting, str_text(&word), wrong);
    str_release(&word);
}

static bool read_switch(const struct json *from, const char *setting, struct str *wrong) {
    const struct json *value = json_member(from, setting);
    if (value && value->kind != JSON_BOOL && value->kind != JSON_NULL) complain(wrong, setting, "wants true or false");
    return !value || value->kind != JSON_BOOL || value->number != 0;
}

/* More words for verify: options of the compiler and of its own. Those that say where results go are ours. */
static void read_arguments(struct settings *s, const struct json *from, struct str *wrong) {
    const struct json *list = json_member(from, "arguments");
    if (!list || list->kind == JSON_NULL) return;
    bool right = list->kind == JSON_LIST;
    for (const struct json *item = right ? list->first : NULL; item; item = item->next) right &= item->kind == JSON_TEXT;
    if (!right) complain(wrong, "arguments", "wants a list of texts");
    for (const struct json *item = right ? list->first : NULL; item; item = item->next) {
        if (str_starts(item->text, "--json") || str_starts(item->text, "--depends") || strcmp(item->text, "--") == 0)
            complain(wrong, "arguments", "--json, --depends and -- cannot be given");
        else texts_add(&s->options, item->text);
    }
}

void settings_read(struct settings *s, const struct json *from, struct str *wrong) {
    struct str word = {0};
    texts_release(&s->options);
    str_addf(&word, "--timeout=%d", USUAL_TIMEOUT);
    texts_add(&s->options, str_text(&word));
    texts_add(&s->options, "--invariants");
    read_option(s, from, "timeout", "timeout", wrong);
    read_option(s, from, "engine", "engine", wrong);
    read_option(s, from, "checks", "check", wrong);
    read_option(s, from, "memory", "max-memory", wrong);
    if (!read_switch(from, "confirm", wrong)) texts_add(&s->options, "--no-confirm");
    s->on_open = read_switch(from, "verifyOnOpen", wrong);
    s->on_save = read_switch(from, "verifyOnSave", wrong);
    read_arguments(s, from, wrong);
    str_release(&word);
}
