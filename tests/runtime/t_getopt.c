/* getopt.h: permutation, messages, all variables */
#include "common.h"
#include <getopt.h>

static int flag;
static const struct option options[] = {
    {"alpha", no_argument, 0, 'a'},       {"beta", required_argument, 0, 'b'},
    {"gamma", optional_argument, 0, 'c'}, {"alphabet", no_argument, 0, 1000},
    {"flag", no_argument, &flag, 77},     {"f2", required_argument, &flag, 78},
    {"same1", no_argument, 0, 'S'},       {"same2", no_argument, 0, 'S'},
    {"x", no_argument, 0, 'X'},           {0, 0, 0, 0}};

static void run(int kind, const char *letters, int argc, char **argv) {
    char *v[12];
    for (int i = 0; i <= argc; i++) v[i] = argv[i];
    printf("%d %s:", kind, letters);
    for (int i = 1; i < argc; i++) printf(" %s", argv[i]);
    puts("");
    optind = 0;
    for (int n = 0; n < 20; n++) {
        int index = -1, c;
        optopt = 555;
        fflush(stdout);
        if (kind == 0)
            c = getopt(argc, v, letters);
        else if (kind == 1)
            c = getopt_long(argc, v, letters, options, &index);
        else
            c = getopt_long_only(argc, v, letters, options, &index);
        printf("  %d %s %d %d %d %d\n", c, optarg ? optarg : "-", optind, optopt, index, flag);
        if (c == -1) break;
    }
    for (int i = 0; i < argc; i++) printf(" %s", v[i]);
    puts("");
}

int main(int argc, char **argv) {
    static const char *letters[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "ab:W;",
                                    "",       "-:ab:",   "+:ab:",   "xab:"};
    static char *words[] = {"-a",      "-b",        "-bval",      "-c",     "-cval",    "-ab",
                            "-abval",  "-abc",      "--",         "-",      "op1",      "op2",
                            "--alpha", "--alp",     "--alphab",   "--beta", "--beta=v", "--bet",
                            "--gamma", "--gamma=w", "--flag",     "--f",    "--f2=z",   "--f2",
                            "--none",  "--none=x",  "--alpha=no", "-x",     "-z",       "-W",
                            "-Walpha", "-Wbeta=q",  "alpha",      "--same", "-alpha",   "-beta",
                            "-be=1",   "-gamma=5",  "-fl",        "-:",     "-;",       "--=",
                            "--x",     "-a=b"};
    for (int i = 0; i < 2500; i++) {
        char *v[12] = {"./prog"};
        int n = 1 + (int)pick(8);
        for (int k = 1; k < n; k++) v[k] = words[pick(COUNT(words))];
        v[n] = NULL;
        opterr = !chance(15);
        run((int)pick(3), letters[pick(COUNT(letters))], n, v);
    }
    setenv("POSIXLY_CORRECT", "1", 1);
    opterr = 1;
    char *w[] = {"prog", "op", "-a", NULL};
    run(0, "a", 3, w);
    return 0;
}
