#define LIMIT 3
static int is_bad(const char *word) { return word[0] == 'x' && word[1] == 'y'; }
