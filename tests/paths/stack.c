/* a machine with a stack, whose program is the input; it can underflow */
#include <klee/klee.h>
int main(void) {
    unsigned char code[4];
    int stack[4], top = 0;
    klee_make_symbolic(code, sizeof code, "code");
    for (int pc = 0; pc < 4; pc++) {
        switch (code[pc] & 7) {
        case 0: stack[top++] = pc; break;
        case 1: top--; stack[top - 1] += stack[top]; break;
        case 2: if (top) stack[top - 1]++; break;
        case 3: return top;
        default: return 9;
        }
    }
    return top ? stack[0] : 5;
}
