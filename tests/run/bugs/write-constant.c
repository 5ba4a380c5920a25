// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#ifdef FIXED
static char word[] = "constant";
#else
static char *word = "constant";
#endif

int main(void) {
    word[0] = 'K';
    return 0;
}
// CHECK: write-constant.c:10:13: error: {{.*}} [write-to-constant]
