// RUN: sh -c '%shrike run --entry five %s; test $? = 5'
// REQUIRES: shrike
int five(void) { return 5; }
