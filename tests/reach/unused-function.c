// REQUIRES: shrike
// RUN: %lines %s 
static int never(int x) { // UNREACHABLE
    return x + 1; // UNREACHABLE
}
int nobody_calls(int x) { // UNREACHABLE
    return never(x); // UNREACHABLE
}
int main(void) { // REACHABLE
    return 0; // REACHABLE
}
