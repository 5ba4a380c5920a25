static int hidden(const char *s) { return *s - '0'; }
int parse(const char *s) { return hidden(s); }
