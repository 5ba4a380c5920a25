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

static void read_option(struct settings *s, const struct json *from, const char *setting, const char *option,
                        struct str *wrong) {
    const struct json *value = json_member(from, setting);
    struct str word = {0};
    if (!value || value->kind == JSON_NULL) return;
    str_addf(&word, "--%s=", option);
    size_t empty = word.len;
    if (!add_value(value, &word)) complain(wrong, setting, "needs a text, a number or a list of texts");
    else if (word.len > empty) add_option(s, setting, str_text(&word), wrong);
    str_release(&word);
}

static bool read_switch(const struct json *from, const char *setting, struct str *wrong) {
    const struct json *value = json_member(from, setting);
    if (value && value->kind != JSON_BOOL && value->kind != JSON_NULL) complain(wrong, setting, "needs true or false");
    return !value || value->kind != JSON_BOOL || value->number != 0;
}

static void refuse(struct str *wrong, const char *word) {
    struct str what = {0};
    str_addf(&what, "%s is not allowed here: it may write files or reach beyond the program", word);
    complain(wrong, "arguments", str_text(&what));
    str_release(&what);
}

struct looked_for {
    const char *name;
    size_t len;
    bool found, harmless;
};

/* Settings come with a folder that another person may have made: what they say must not write files, start programs,
 * talk to other machines or open the cage. */
static void judge(void *owner, const struct option_info *info) {
    static const char *const never[] = {"unsafe-native", "external", "native", "give",  "on",
                                        "detach",        "job",      "creds",  "tls-ca"};
    static const char *const read_only[] = {"property", "stub", "project", "baseline"};
    struct looked_for *l = owner;
    if (strlen(info->name) != l->len || strncmp(info->name, l->name, l->len) != 0) return;
    bool writes = info->meta && (strstr(info->meta, "FILE") || strstr(info->meta, "DIR") || strstr(info->meta, "PATH"));
    l->found = l->harmless = true;
    for (size_t i = 0; i < sizeof read_only / sizeof *read_only; i++) writes &= strcmp(info->name, read_only[i]) != 0;
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) writes |= strcmp(info->name, never[i]) == 0;
    l->harmless = !writes;
}

static bool is_harmless(const char *word) {
    if (word[0] != '-') return word[0] != '@'; /* what belongs to the option before it, or a source */
    if (word[1] != '-') return word[1] && strchr("DUIWfimstw", word[1]);
    struct looked_for l = {.name = word + 2, .len = strcspn(word + 2, "=")};
    options_each(CMD_VERIFY, judge, &l);
    if (l.found || !str_starts(word, "--no-")) return l.harmless;
    l = (struct looked_for){.name = word + 5, .len = strlen(word + 5)};
    options_each(CMD_VERIFY, judge, &l);
    return l.harmless;
}

/* More words for verify: options of the compiler and of its own. Those that say where results go are ours. */
static void read_arguments(struct settings *s, const struct json *from, struct str *wrong) {
    const struct json *list = json_member(from, "arguments");
    if (!list || list->kind == JSON_NULL) return;
    bool right = list->kind == JSON_LIST;
    for (const struct json *item = right ? list->first : NULL; item; item = item->next)
        right &= item->kind == JSON_TEXT;
    if (!right) complain(wrong, "arguments", "needs a list of texts");
    for (const struct json *item = right ? list->first : NULL; item; item = item->next) {
        if (!is_harmless(item->text)) refuse(wrong, item->text);
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
