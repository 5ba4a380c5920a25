// REQUIRES: shrike
// A function that only the host has is called there if the user names it.
// RUN: %shrike run --external=native --native inet_network %s | FileCheck %s
// RUN: sh -c '%shrike run --external=native %s; test $? = 20' 2>&1 | FileCheck --check-prefix=UNNAMED %s
// RUN: sh -c '%shrike run %s; test $? = 20' 2>&1 | FileCheck --check-prefix=UNNAMED %s
#include <arpa/inet.h>
#include <stdio.h>

int main(void) {
    char local[] = "127.1";
    printf("%u %u\n", (unsigned)inet_network(local), (unsigned)inet_network("1"));
    return 0;
}
// CHECK: 32513 1
// UNNAMED: native.c:11:{{[0-9]+}}: error: call of 'inet_network', which has no body and no model [external-function]
