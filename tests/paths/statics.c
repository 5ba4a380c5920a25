/* static locals and globals that remember */
extern _Bool __VERIFIER_nondet_bool(void);
static int count(int by) {
    static int total = 5;
    total += by;
    return total;
}
static int level;
static void up(void) { if (level < 2) level++; }
static void down(void) { if (level > 0) level--; else count(10); }
int main(void) {
    for (int i = 0; i < 5; i++)
        if (__VERIFIER_nondet_bool()) up();
        else down();
    return count(level);
}
