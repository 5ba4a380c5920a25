/* Runs every file given, or listed in a file after --list, each in a process of its
 * own, so that none stands in another's way. Says `# FILE` before each on standard error, where sanitizers write;
 * in a build with coverage (-fsanitize-coverage=trace-pc-guard) ends with the number
 * of blocks executed by any of them, and of all blocks, on standard output.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BLOCKS = 1 << 16, MOST_BYTES = 1 << 20, SECONDS = 10 };

static uint8_t *seen; /* by number of the block, shared with the processes */
static uint32_t blocks;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, const uint32_t *stop);
void __sanitizer_cov_trace_pc_guard(const uint32_t *guard);

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, const uint32_t *stop) {
    if (!seen) seen = mmap(NULL, MOST_BLOCKS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (seen == MAP_FAILED) abort();
    for (uint32_t *p = start; p < stop && blocks < MOST_BLOCKS - 1; p++)
        if (!*p) *p = ++blocks;
}

void __sanitizer_cov_trace_pc_guard(const uint32_t *guard) {
    if (seen) seen[*guard] = 1;
}

static void run(const char *name) {
    uint8_t *data = malloc(MOST_BYTES);
    FILE *f = fopen(name, "rb");
    if (!f || !data) exit(1);
    size_t size = fread(data, 1, MOST_BYTES, f);
    fclose(f);
    uint8_t *exact = malloc(size ? size : 1); /* accesses beyond the input are noticed */
    if (!exact) exit(1);
    for (size_t i = 0; i < size; i++) exact[i] = data[i];
    free(data);
    alarm(SECONDS);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static void run_apart(const char *name) {
    fprintf(stderr, "# %s\n", name);
    pid_t pid = fork();
    if (pid == 0) {
        run(name);
        _exit(0);
    }
    if (pid < 0 || waitpid(pid, NULL, 0) < 0) exit(1);
}

static void run_listed(const char *list) {
    char name[4096];
    FILE *f = fopen(list, "r");
    if (!f) exit(1);
    while (fgets(name, sizeof name, f)) {
        name[strcspn(name, "\n")] = 0;
        if (name[0]) run_apart(name);
    }
    fclose(f);
}

int main(int argc, char **argv) {
    uint32_t covered = 0;
    if (argc == 3 && strcmp(argv[1], "--list") == 0) run_listed(argv[2]);
    else
        for (int i = 1; i < argc; i++) run_apart(argv[i]);
    for (uint32_t i = 1; i <= blocks; i++) covered += seen[i];
    printf("%u %u\n", covered, blocks);
    return 0;
}
