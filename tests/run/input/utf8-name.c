// RUN: cp %s %t-größe.c
// RUN: %same %t-größe.c
int main(void) { return 3; }
