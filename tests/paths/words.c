/* args: --sym-args 0-2x2 */
/* options on a symbolic command line */
#include <string.h>
int main(int argc, char **argv) {
    int verbose = 0, files = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) verbose++;
        else if (argv[i][0] == '-') return 2;
        else files++;
    }
    return verbose > 1 ? 3 : files;
}
