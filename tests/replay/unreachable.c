// RUN: %replay CONFIRMED unreachable-reached:9 %s -- x=i32:3
// RUN: %replay DIFFERENT unreachable-reached:10 %s -- x=i32:3
// RUN: %replay NOT-CONFIRMED unreachable-reached:9 %s -- x=i32:1
int nondet_int(void);
static int pick(int x) {
    switch (x) {
    case 1: return 10;
    case 2: return 20;
    default: __builtin_unreachable();
    }
}
int main(void) { return pick(nondet_int()) > 15; }
