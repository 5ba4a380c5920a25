// RUN: %bug %s | %check %s
static int table[4];

int main(void) {
    int i = 4;
    int dead = table[i];
    dead = 0;
    return dead;
}
// CHECK: oob-dead-read.c:6:16: error: out-of-bounds read of 4 bytes: {{.*}} [out-of-bounds]
