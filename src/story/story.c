#include "story/story.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

void story_free(struct story *s) {
    if (!s) return;
    vec_release(&s->steps);
    vec_release(&s->lines);
    arena_release(&s->arena);
    mem_free(s);
}

/* ---- choosing --------------------------------------------------------------------------------- */

/* How much a step matters: calls on the stack and what decided there come first. */
static uint32_t weight(const struct story_step *step) {
    if (step->kind == STORY_ERROR) return 5;
    if (step->kind == STORY_INPUT) return 0; /* listed by themselves */
    if (step->kind == STORY_CALL) return step->active ? 4 : 1;
    if (step->active) return step->symbolic ? 4 : 3;
    return step->symbolic ? 2 : 1;
}

void story_choose(const struct story *s, uint32_t most, vec_u32 *chosen) {
    assert(most >= 2);
    uint32_t room = most, least = 6;
    /* The lowest weight of which all fit; of the next one the latest. */
    while (least > 1) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < s->steps.len; i++) n += weight(&s->steps.data[i]) == least - 1;
        least--;
        if (n >= room) break;
        room -= n;
    }
    bool *wanted = mem_zalloc(s->steps.len + 1);
    for (uint32_t i = s->steps.len; i-- > 0;) {
        uint32_t w = weight(&s->steps.data[i]);
        wanted[i] = w > least || (w == least && room > 0);
        if (w == least && room) room--;
    }
    bool gap = false;
    for (uint32_t i = 0; i < s->steps.len; i++) {
        if (wanted[i]) vec_push(chosen, i);
        else if (!gap && weight(&s->steps.data[i]) >= 3) vec_push(chosen, UINT32_MAX);
        gap = !wanted[i] && (gap || weight(&s->steps.data[i]) >= 3);
    }
    mem_free(wanted);
}

/* ---- words --------------------------------------------------------------------------------------- */

static void add_ordinal(uint64_t n, struct str *out) {
    const char *end = "th";
    if (n % 100 / 10 != 1) end = n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
    str_addf(out, "%llu%s", (unsigned long long)n, end);
}

static void say_branch(const struct story_step *step, struct str *out) {
    str_addf(out, "%s is %s", *step->text ? step->text : "the condition", step->taken ? "true" : "false");
    if (step->times > 1) {
        str_add(out, ", ");
        add_ordinal(step->times, out);
        str_add(out, " time");
    }
}

static void say_loop(const struct story_step *step, struct str *out) {
    str_addf(out, "%s is %s: ", *step->text ? step->text : "the condition", step->taken ? "true" : "false");
    if (step->taken) {
        add_ordinal(step->times, out);
        str_add(out, " round");
    } else if (step->times <= 1) {
        str_add(out, "no round");
    } else {
        str_addf(out, "loop ends after %llu round%s", (unsigned long long)step->times - 1, step->times == 2 ? "" : "s");
    }
}

void story_say(const struct story_step *step, struct str *out) {
    if (step->threaded) str_addf(out, "thread %u%s ", step->thread, step->kind == STORY_ERROR ? ":" : "");
    story_say_plain(step, out);
}

void story_say_plain(const struct story_step *step, struct str *out) {
    switch (step->kind) {
    case STORY_INPUT: str_addf(out, "input %s = %s", step->text, step->values); return;
    case STORY_CALL:
        str_addf(out, "calls %s", step->text);
        if (step->times > 1) str_addf(out, ", %llu times so far", (unsigned long long)step->times);
        break;
    case STORY_BRANCH: say_branch(step, out); break;
    case STORY_SWITCH: str_addf(out, "switch (%s)", *step->text ? step->text : "..."); break;
    case STORY_LOOP: say_loop(step, out); break;
    case STORY_ACCESS:
    case STORY_ERROR: str_add(out, step->text); break;
    }
    if (*step->values) str_addf(out, " (%s)", step->values);
}
