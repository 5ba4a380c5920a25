// RUN: %shrike run --external=havoc %s
// REQUIRES: shrike
int completely_unknown_function(int);

int main(void) {
    int x = completely_unknown_function(3);
    return x == x ? 0 : 1;
}
