// RUN: %shrike run --check=memory %s
// Only what --check names is looked for; the program goes on as compiled without it.
// REQUIRES: shrike
void reach_error(void) {}

int main(void) {
    reach_error();
    return 0;
}
