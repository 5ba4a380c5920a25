/* a state machine with a function for each state */
extern unsigned char __VERIFIER_nondet_uchar(void);
typedef int (*state)(unsigned char);
static int idle(unsigned char c), open_(unsigned char c), closed(unsigned char c);
static state states[] = {idle, open_, closed};
static int idle(unsigned char c) { return c == '<' ? 1 : 0; }
static int open_(unsigned char c) { return c == '>' ? 2 : c == '<' ? 0 : 1; }
static int closed(unsigned char c) { return c == '<'; }
int main(void) {
    int now = 0;
    for (int i = 0; i < 5; i++) now = states[now](__VERIFIER_nondet_uchar());
    return now;
}
