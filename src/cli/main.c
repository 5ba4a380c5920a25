/* The command line. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/cage.h"
#include "base/str.h"
#include "base/watchdog.h"
#include "cli/commands.h"
#include "cli/complete.h"
#include "cli/find.h"
#include "cli/show.h"
#include "cli/solve.h"
#include "project/flags.h"
#include "serve/lsp.h"
#include "session/entry.h"
#include "session/library.h"
#include "session/results.h"

static const struct {
    const char *name;
    enum command command;
    const char *usage;
    const char *help;
} commands[] = {
    {"run", CMD_RUN, "FILE... [-- ARGS]", "execute a program with every check on"},
    {"verify", CMD_VERIFY, "FILE... [-- ARGS]", "prove the program safe, or find the input that breaks it"},
    {"test", CMD_TEST, "FILE... [-- ARGS]", "explore, and write tests and bug reports into a folder"},
    {"reach", CMD_REACH, "FILE:LINE|FILE:FUNCTION|FILE:LABEL... [FILE...] [--at TARGET]... [-- ARGS]",
     "find an input that reaches a place in the source, or prove that none does"},
    {"fuzz", CMD_FUZZ, "FILE... [--seeds PATH]... [--corpus DIR] [-j N] [-- ARGS, @@ being the input file]",
     "fuzz from seed inputs: find inputs that reach new code and errors"},
    {"confirm", CMD_CONFIRM, "REPORT.sarif FILE... [-- ARGS]", "decide which alarms of another analyser are true"},
    {"check", CMD_CHECK, "CERTIFICATE FILE...",
     "check a proof that verify --certificate wrote, or the invariants of another tool's YAML witness, with an "
     "independent checker"},
    {"show", CMD_SHOW, "ir|cfg|calls|loops FILE... [--function NAME]", "print the program as shrike executes it"},
    {"replay", CMD_REPLAY, "FILE... TEST.ktest...|--with INPUT...",
     "run tests natively under sanitizers and say whether the error happens"},
    {"harness", CMD_HARNESS, "FILE:FUNCTION [FILE...]",
     "write a program that calls the function with arbitrary arguments"},
    {"capture", CMD_CAPTURE, "-- COMMAND... | --list [PROGRAM...]",
     "run a build and record the sources of its programs, so that commands take program names"},
    {"work", CMD_WORK, "--on URL [--jobs N]", "run jobs that were submitted with --on"},
    {"jobs", CMD_JOBS, "--on URL [[stop|resume|remove] JOB]",
     "list submitted jobs and their progress; stop, resume or remove one"},
    {"watch", CMD_WATCH, "FOLDER | FILE... [-- ARGS]", "verify again after each change of a file; one line per result"},
    {"lsp", CMD_LSP, "",
     "serve an editor on standard input and output: verify the files that it opens and saves (docs/EDITORS.md)"},
    {"solve", CMD_SOLVE, "FILE.smt2...", "decide SMT-LIB 2 problems (QF_BV, QF_ABV, QF_FP, QF_BVFP, QF_ABVFP)"},
};
/* Whose options it takes. */
static enum command options_of(enum command command) { return command == CMD_WATCH ? CMD_VERIFY : command; }

enum { COMMANDS = sizeof commands / sizeof *commands };

static volatile sig_atomic_t interrupted;

/* The first ends the run in good order, another one, more than a second later, at once. (Engines side
 * by side get the first twice: from the terminal and from the process above them.) */
static void on_interrupt(int sig) {
    static time_t first;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (interrupted && now.tv_sec > first + 1) {
        signal(sig, SIG_DFL);
        raise(sig);
    }
    if (!interrupted) first = now.tv_sec;
    interrupted = 1;
}

static void print_help(void) {
    printf("usage: shrike COMMAND [options] FILE...\n\n"
           "Executes C programs and finds what breaks them.\n\ncommands:\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-7s %s\n          %s\n", commands[i].name, commands[i].usage, commands[i].help);
    printf("\n`shrike completion bash` (or zsh) prints a completion script for the shell.\n"
           "`shrike help COMMAND` shows the common options of a command, `shrike COMMAND --help=all` all of them.\n"
           "`shrike doctor` says whether this machine can run programs natively.\n"
           "Exit status: that of the program (run); 0 safe, or done; 5 safe for some executions only (--strict);\n"
           "10 error found; 20 unknown; 30 internal error; 1 wrong usage or input.\n");
}

static void print_command_help(int which, bool all) {
    struct str text = {0};
    int left = options_help(options_of(commands[which].command), all, &text);
    printf("usage: shrike %s [options] %s\n\n%s.\n\noptions:\n%s", commands[which].name, commands[which].usage,
           commands[which].help, str_text(&text));
    if (options_of(commands[which].command) & (CMD_PROGRAM | CMD_HARNESS))
        printf("  -I DIR -D NAME[=V] -U NAME -include FILE -isystem DIR -std=STD -m32 -f... -W... @FILE\n"
               "                             passed to the compiler; other options of gcc are accepted and ignored\n"
               "                             (--log info says why)\n");
    if (left) printf("\n`shrike %s --help=all` lists %d more.\n", commands[which].name, left);
    str_release(&text);
}

/* Options of the compiler; returns how many words it takes, 0 if it is none. */
static int compiler_option(struct command_line *line, const char *const *argv, int argc) {
    struct flag flag;
    if (!flag_read(argv, argc, &flag)) return 0;
    if (flag.use == FLAG_M32 || flag.use == FLAG_M64) line->is32 = flag.use == FLAG_M32;
    if (flag.why) vec_push(&line->ignored, argv[0]);
    if (flag.why) vec_push(&line->ignored, flag.why);
    for (int i = 0; i < flag.words && flag.use == FLAG_PASS; i++) vec_push(&line->clang, argv[i]);
    return flag.words;
}

/* -p PATH, as clang's tools have it */
static int project_option(struct context *ctx, const char *const *argv, int argc) {
    if (strcmp(argv[0], "-p") != 0 || argc < 2) return 0;
    ctx->opt.project = argv[1];
    return 2;
}

static bool is_number(const char *word) { return *word && strspn(word, "0123456789") == strlen(word); }

/* KLEE's --max-fail N and --fd-fail */
static int klee_failures(const char *name, char *const *argv, int argc, struct str *word) {
    bool once = strcmp(name, "fd-fail") == 0, many = strcmp(name, "max-fail") == 0 && argc > 1 && is_number(argv[1]);
    if (once || many) str_addf(word, "--fail=%s", once ? "1" : argv[1]);
    return once ? 1 : many ? 2 : 0;
}

/* KLEE's --sym-args MIN MAX LEN, --sym-files N LEN, --sym-arg LEN, --max-fail N and --fd-fail (with one dash or two) in
 * one word of ours, which stays: options are kept by pointer. How many words it takes; 0: it is none. */
static int klee_option(struct command_line *line, char *const *argv, int argc, struct str *word) {
    const char *name = argv[0] + strspn(argv[0], "-");
    int n = strcmp(name, "sym-args") == 0    ? 3
            : strcmp(name, "sym-files") == 0 ? 2
            : strcmp(name, "sym-arg") == 0   ? 1
                                             : 0;
    if (!(line->command & CMD_SYMBOLIC)) return 0;
    int failures = klee_failures(name, argv, argc, word);
    if (failures) vec_push(&line->kept, word->data);
    if (failures) return failures;
    if (!n && argv[0][1] != '-') { /* --sym-stdin N, --sym-stdout */
        bool value = argc > 1 && strcmp(name, "sym-stdout") != 0;
        str_addf(word, value ? "--%s=%s" : "--%s", name, value ? argv[1] : "");
        vec_push(&line->kept, word->data);
        return value ? 2 : 1;
    }
    if (!n || argc <= n) return 0;
    for (int i = 1; i <= n; i++)
        if (!is_number(argv[i])) return 0;
    if (n == 3) str_addf(word, "--sym-args=%s-%sx%s", argv[1], argv[2], argv[3]);
    else if (n == 2) str_addf(word, "--sym-files=%sx%s", argv[1], argv[2]);
    else str_addf(word, "--sym-args=1-1x%s", argv[1]);
    vec_push(&line->kept, word->data);
    return n + 1;
}

/* An option of KLEE's with one dash. */
static bool is_klee(const char *word) {
    return str_starts(word, "-sym-") || strcmp(word, "-max-fail") == 0 || strcmp(word, "-fd-fail") == 0;
}

/* -j N and -jN as make has them; returns how many words it takes, 0 if it is none. */
static int jobs_option(struct context *ctx, struct command_line *line, char *const *argv, int argc) {
    const char *number = argv[0][2] ? argv[0] + 2 : argc > 1 ? argv[1] : "";
    if ((line->command != CMD_FUZZ && line->command != CMD_CHECK) || !str_starts(argv[0], "-j")) return 0;
    struct str word = {0}, error = {0};
    str_addf(&word, "--jobs=%s", number);
    char *const words[] = {word.data};
    int used;
    bool ok = options_parse(&ctx->opt, line->command, words, 1, &used, &error) == OPTION_OK;
    str_release(&word);
    str_release(&error);
    return !ok ? 0 : argv[0][2] ? 1 : 2;
}

/* False after a message. */
static bool parse(struct context *ctx, struct command_line *line, char *const *argv, int argc) {
    for (int i = 0; i < argc;) {
        int used = 1;
        if (strcmp(argv[i], "--") == 0) {
            for (i++; i < argc; i++) vec_push(&line->arguments, argv[i]);
            return true;
        }
        if (line->command == CMD_CAPTURE && argv[i][0] != '-' && !ctx->opt.list) { /* "--" may be left out */
            for (; i < argc; i++) vec_push(&line->arguments, argv[i]);
            return true;
        }
        if (argv[i][0] != '-' || !argv[i][1]) {
            vec_push(&line->files, argv[i]);
        } else if (argv[i][1] == '-' || is_klee(argv[i])) {
            struct str error = {0}, klee = {0};
            int taken = klee_option(line, argv + i, argc - i, &klee);
            char *const one[] = {klee.data};
            enum option_result r =
                options_parse(&ctx->opt, line->command, taken ? one : argv + i, taken ? 1 : argc - i, &used, &error);
            if (!taken && r == OPTION_UNKNOWN && line->command & CMD_PROGRAM)
                taken = compiler_option(line, (const char *const *)argv + i, argc - i); /* --sysroot=DIR */
            if (taken) r = r == OPTION_UNKNOWN ? OPTION_OK : r, used = taken;
            if (r != OPTION_OK) log_error(&ctx->log, "%s (see shrike %s --help)", str_text(&error), line->name);
            str_release(&error);
            if (r != OPTION_OK) return false;
        } else {
            used = jobs_option(ctx, line, argv + i, argc - i);
            const char *const *words = (const char *const *)argv + i;
            if (!used && line->command & (CMD_PROGRAM | CMD_HARNESS)) used = project_option(ctx, words, argc - i);
            if (!used && line->command & (CMD_PROGRAM | CMD_HARNESS)) used = compiler_option(line, words, argc - i);
            if (!used) {
                log_error(&ctx->log, "unknown option '%s' (see shrike %s --help)", argv[i], line->name);
                return false;
            }
        }
        i += used;
    }
    return true;
}

static int show(struct context *ctx, struct command_line *line) {
    static const char *const views[] = {"ir", "cfg", "calls", "loops"};
    const char *what = line->files.len ? line->files.data[0] : "";
    bool known = false;
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) known |= strcmp(views[i], what) == 0;
    if (!known || line->files.len < 2) {
        log_error(&ctx->log, "usage: shrike show ir|cfg|calls|loops FILE...");
        return EXIT_WRONG;
    }
    memmove(line->files.data, line->files.data + 1, --line->files.len * sizeof *line->files.data);
    struct units u;
    units_init(&u);
    struct program *p = cli_find(ctx, line, 0, &u) ? command_load(ctx, line) : NULL;
    int status = p ? cli_show(ctx, p, what, ctx->opt.function) : EXIT_WRONG;
    program_free(p);
    units_release(&u);
    return status;
}

/* A command of which all words are files. */
static int with_program(struct context *ctx, struct command_line *line) {
    struct units u;
    int status = EXIT_WRONG;
    units_init(&u);
    if (cli_find(ctx, line, 0, &u)) {
        switch (line->command) {
        case CMD_RUN: status = cli_run(ctx, line); break;
        case CMD_TEST: status = cli_test(ctx, line); break;
        case CMD_VERIFY: status = cli_verify(ctx, line); break;
        default: status = cli_fuzz(ctx, line); break;
        }
    }
    units_release(&u);
    return status;
}

static int dispatch(struct context *ctx, struct command_line *line) {
    bool may_be_none = line->command & (CMD_REACH | CMD_CAPTURE | CMD_WORK | CMD_JOBS | CMD_LSP) ||
                       (ctx->opt.project && line->command & (CMD_PROGRAM | CMD_WATCH));
    if (line->files.len == 0 && !may_be_none) {
        log_error(&ctx->log, "no input file (see shrike %s --help)", line->name);
        return EXIT_WRONG;
    }
    switch (line->command) {
    case CMD_RUN:
    case CMD_TEST:
    case CMD_VERIFY:
    case CMD_FUZZ: return with_program(ctx, line);
    case CMD_CAPTURE: return cli_capture(ctx, line);
    case CMD_REACH: return cli_reach(ctx, line);
    case CMD_CONFIRM: return cli_confirm(ctx, line);
    case CMD_SHOW: return show(ctx, line);
    case CMD_CHECK: return cli_check(ctx, line);
    case CMD_REPLAY: return cli_replay(ctx, line);
    case CMD_HARNESS: return cli_harness(ctx, line);
    case CMD_WORK: return cli_work(ctx);
    case CMD_WATCH: return cli_watch(ctx, line);
    case CMD_LSP: return lsp_serve(ctx);
    case CMD_JOBS: return cli_jobs(ctx, line);
    case CMD_SOLVE: return cli_solve(ctx, (int)line->files.len, (char *const *)line->files.data);
    default: return EXIT_WRONG;
    }
}

static bool is_plain_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Files that are arguments of the program are for it to read. False after a message about --give. */
static bool give_files(struct context *ctx, const struct command_line *line) {
    for (uint32_t i = 0; i < ctx->opt.give.len; i++) {
        if (is_plain_file(ctx->opt.give.data[i])) continue;
        log_error(&ctx->log, "--give: %s is not a plain file", ctx->opt.give.data[i]);
        return false;
    }
    for (uint32_t i = 0; i < line->arguments.len; i++)
        if (is_plain_file(line->arguments.data[i])) vec_push(&ctx->opt.give, line->arguments.data[i]);
    return true;
}

/* Sources are read more than once, and a pipe may have no writer. False after a message. */
static bool are_readable(struct context *ctx, const struct command_line *line) {
    struct stat st;
    for (uint32_t i = 0; i < line->files.len; i++) {
        if (stat(line->files.data[i], &st) != 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)) continue;
        log_error(&ctx->log, "%s: not a plain file", line->files.data[i]);
        return false;
    }
    return true;
}

/* The words of @FILE in its place, as compilers do it; what stands behind "--" is the program's. */
static void expand(enum command command, const char *const *argv, int argc, args_list *out) {
    int n = 0;
    while (n < argc && strcmp(argv[n], "--") != 0) n++;
    if (!(command & (CMD_PROGRAM | CMD_HARNESS))) n = 0;
    args_expand(argv, n, NULL, out);
    for (int i = n; i < argc; i++) vec_push(out, mem_strdup(argv[i]));
}

/* False after a message. */
static bool make_cage(struct context *ctx) {
    if (!ctx->opt.unsafe_native) ctx->cage = cage_make(cage_program, cage_program_end);
    if (ctx->cage >= 0 || ctx->opt.unsafe_native) return true;
    log_error(&ctx->log, "cannot create the cage for native runs: %s (--unsafe-native runs without it)",
              strerror(errno));
    return false;
}

/* If a limit is hit before anything is executed, the verdict is the expected one (watchdog_expect). */
static int work(struct context *ctx, struct command_line *line) {
    int status = are_readable(ctx, line) && give_files(ctx, line) && make_cage(ctx) ? dispatch(ctx, line) : EXIT_WRONG;
    bool open = ctx->watchdog && !atomic_load(&ctx->watchdog->told);
    return status == EXIT_WRONG && open && ctx->limits.hit ? watchdog_tell_expected(ctx) : status;
}

static int run_command(struct context *ctx, int which, char *const *argv, int argc) {
    struct entry_harness harness = {0};
    bool watch = commands[which].command == CMD_WATCH;
    struct command_line line = {.command = options_of(commands[which].command),
                                .name = commands[which].name,
                                .harness = &harness,
                                .words = (const char *const *)argv,
                                .nwords = argc};
    int status = EXIT_WRONG;
    args_list words = {0};
    expand(line.command, (const char *const *)argv, argc, &words);
    if (parse(ctx, &line, words.data, (int)words.len) && results_prepare(ctx, &line) &&
        results_take_standard_output(ctx)) {
        context_apply_options(ctx);
        for (uint32_t i = 0; i + 1 < line.ignored.len; i += 2)
            log_info(&ctx->log, "ignored: %s (%s)", line.ignored.data[i], line.ignored.data[i + 1]);
        if (watch) line.command = CMD_WATCH;
        timer_start(&ctx->stats.t_total);
        bool parent = false;
        if (line.command & CMD_SYMBOLIC) status = results_guard(ctx, &line, work, &parent);
        else status = work(ctx, &line);
        timer_stop(&ctx->stats.t_total);
        if (ctx->opt.stats && !parent) {
            struct str text = {0};
            stats_print(&ctx->stats, &text);
            fputs(str_text(&text), stderr);
            str_release(&text);
        }
    }
    entry_release(&harness);
    for (uint32_t i = 0; i < line.kept.len; i++) mem_free(line.kept.data[i]);
    vec_release(&line.kept);
    vec_release(&line.files);
    vec_release(&line.given);
    vec_release(&line.ignored);
    vec_release(&line.clang);
    vec_release(&line.arguments);
    vec_release(&line.targets);
    args_release(&words);
    return status;
}

/* shrike completion bash|zsh */
static int print_completion(struct context *ctx, const char *shell) {
    struct command_name names[COMMANDS];
    struct str text = {0};
    for (int i = 0; i < COMMANDS; i++)
        names[i] = (struct command_name){commands[i].name, commands[i].help, options_of(commands[i].command)};
    bool known = complete_write(shell, names, COMMANDS, &text);
    if (known) fputs(str_text(&text), stdout);
    else log_error(&ctx->log, "usage: shrike completion bash|zsh");
    str_release(&text);
    return known ? EXIT_FINE : EXIT_WRONG;
}

static bool wants_help(int argc, char *const *argv, bool *all) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        *all = strcmp(argv[i], "--help=all") == 0 || strcmp(argv[i], "--help-all") == 0;
        if (*all || strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    }
    return false;
}

static int find_command(const char *name) {
    int which = 0;
    while (which < COMMANDS && strcmp(commands[which].name, name) != 0) which++;
    return which;
}

static void complain_about(struct context *ctx, const char *name) {
    const char *names[COMMANDS + 1];
    for (int i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
    names[COMMANDS] = "help";
    const char *like = option_most_like(name, names, COMMANDS + 1);
    bool file = str_ends(name, ".c") || str_ends(name, ".bc");
    if (like) log_error(&ctx->log, "unknown command '%s'; did you mean %s? (see shrike help)", name, like);
    else
        log_error(&ctx->log, "unknown command '%s'%s (see shrike help)", name,
                  file ? "; name a command first: shrike verify FILE" : "");
}

/* shrike help [COMMAND] */
static int help(struct context *ctx, int argc, char *const *argv) {
    int which = argc > 2 ? find_command(argv[2]) : COMMANDS;
    if (argc <= 2) print_help();
    else if (which < COMMANDS) print_command_help(which, argc > 3 && strcmp(argv[3], "all") == 0);
    else complain_about(ctx, argv[2]);
    return argc <= 2 || which < COMMANDS ? EXIT_FINE : EXIT_WRONG;
}

/* A file that grows beyond its limit is an error of the write, as a full disk is; programs that we start have the
 * default. */
static void on_full_file(int sig) { (void)sig; }

/* False after a message. */
static bool flush_output(struct context *ctx) {
    const bool lost = ctx->watchdog && atomic_load(&ctx->watchdog->lost); /* in another process */
    const char *why = fflush(stdout) != 0 ? strerror(errno) : NULL;
    if (!why && !ferror(stdout) && !lost) return true;
    log_error(&ctx->log, "cannot write to standard output%s%s", why ? ": " : "", why ? why : "");
    return false;
}

int main(int argc, char **argv) {
    struct context ctx;
    context_init(&ctx);
    ctx.limits.interrupted = &interrupted;
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    signal(SIGHUP, on_interrupt);
    signal(SIGXFSZ, on_full_file);
    int status = EXIT_WRONG;
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        status = argc < 2 ? EXIT_WRONG : EXIT_FINE;
    } else if (strcmp(argv[1], "--version") == 0) {
        printf("shrike " SHRIKE_VERSION "\n");
        status = EXIT_FINE;
    } else if (strcmp(argv[1], "completion") == 0) {
        status = print_completion(&ctx, argc == 3 ? argv[2] : "");
    } else if (strcmp(argv[1], "doctor") == 0) {
        status = cli_doctor(&ctx);
    } else if (strcmp(argv[1], "help") == 0) {
        status = help(&ctx, argc, argv);
    } else {
        int which = find_command(argv[1]);
        bool all = false;
        if (which == COMMANDS) {
            complain_about(&ctx, argv[1]);
        } else if (wants_help(argc - 2, argv + 2, &all)) {
            print_command_help(which, all);
            status = EXIT_FINE;
        } else {
            status = run_command(&ctx, which, argv + 2, argc - 2);
        }
    }
    if (!flush_output(&ctx)) status = EXIT_WRONG;
    context_release(&ctx);
    return status;
}
