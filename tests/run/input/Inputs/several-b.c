extern int shared;
static int hidden = 300;
static int helper(void) { return hidden + shared; }
int b_next(void) { return helper(); }
int weak_or_strong(void) { return 2; }
