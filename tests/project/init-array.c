// RUN: not %shrike verify %s 2>&1 | %check %s
// A list of the loader's that the program fills itself: its functions would not be executed.
// CHECK: init-array.c:6: not supported: 'list' is in section .init_array
static int n;
static void early(void) { n++; }
__attribute__((section(".init_array"), used)) static void (*const list)(void) = early;
int main(void) { return 1 / (1 - n); }
