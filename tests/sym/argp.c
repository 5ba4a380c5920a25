// A command line that is an input: the letter, the name, what the argument may be, and operands.
// RUN: %unsafe --sym-arg 2 -DWRONG='count == 1 && !word && !operands' --engine=explore %s 2>&1 | %check %s --check-prefix=LETTER
// RUN: %unsafe --sym-args 1-1x6 -DWRONG='word && word[0] == 113' --engine=explore --timeout 50 %s
// RUN: %unsafe --sym-arg 3 --sym-arg 1 -DWRONG='word == argv[2]' --engine=explore -m32 %s
// RUN: %unsafe --sym-arg 2 -DWRONG='operands == 2' -DMORE --engine=explore %s
// RUN: %safe --sym-arg 2 -DWRONG='count + operands > 2' --engine=explore %s
// RUN: %safe --sym-arg 2 -DWRONG='count && operands' --check=assert,memory,leak --engine=explore -m32 %s
// The errors of a parser of the program:
// RUN: %unsafe --sym-arg 3 -DWRONG=0 -DCOPY --engine=explore %s 2>&1 | %check %s --check-prefix=COPY
#include <argp.h>
#include <string.h>
void reach_error(void);
static int count, operands;
static char *word, small[1];
static error_t parse(int key, char *arg, struct argp_state *state) {
    switch (key) {
    case 'v': count++; return 0;
    case 'w':
        word = arg;
#ifdef COPY
        strcpy(small, arg); // COPY: argp.c:[[#@LINE]]:{{.*}} error: out-of-bounds write
#endif
        return 0;
    case ARGP_KEY_ARG: operands++; return 0;
    case ARGP_KEY_END:
        if (state->arg_num > 2) argp_usage(state);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}
static const struct argp_option options[] = {{"verbose", 'v', 0, 0, "Say more", 0}, {"word", 'w', "WORD", 0, "A word", 0}, {0}};
static const struct argp argp = {options, parse, "[OPERAND...]", "A program.", 0, 0, 0};
int main(int argc, char **argv) {
#ifdef MORE
    char *more[] = {argv[0], argv[1], "operand", 0};
    argc = 3, argv = more;
#endif
    argp_parse(&argp, argc, argv, 0, 0, 0);
    // LETTER: arg00 = "-v"
    if (WRONG) reach_error();
    return 0;
}
