// RUN: env SHRIKE_CUT=time:3 %stops %s | %check %s
// A loop without effects is not a licence to leave it.
// REQUIRES: shrike
int main(void) {
    unsigned i = 0;
    while (i != 1) i += 2;
    return 0;
}
// CHECK: time limit
