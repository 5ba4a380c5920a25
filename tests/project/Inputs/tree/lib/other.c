/* Nobody wants this member: it would define main a second time. */
int main(void) { return 1; }
