// Which functions move their caller's list, and how far.
// RUN: %same %s
// RUN: %same -m32 %s
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>
#include <stdlib.h>
#include <err.h>
#include <syslog.h>
static void t(int which, ...) {
    char b[100]; wchar_t w[100]; char *s=0; va_list ap; va_start(ap, which);
    int a1=-1,a2=-1; char c1[10],c2[10];
    switch (which) {
    case 0: vsnprintf(b,100,"%d", ap); break;
    case 1: vsprintf(b,"%d", ap); break;
    case 2: vfprintf(stderr,"", ap); vfprintf(stderr,"%d\n", ap);break;
    case 3: vprintf("%d\n", ap); break;
    case 4: vdprintf(2,"%d\n", ap); break;
    case 5: vasprintf(&s,"%d", ap); break;
    case 6: vswprintf(w,100,L"%d", ap); break;
    case 7: vwarnx("%d", ap); break;
    case 8: vwarn("%d", ap); break;
    case 9: vsyslog(LOG_DEBUG,"%d", ap); break;
    case 10: vsnprintf(0,0,"%d", ap); break;
    case 11: vsnprintf(b,3,"%d%d", ap); break;
    case 12: vsnprintf(b,100,"%2$d", ap); break;
    case 13: vsnprintf(b,100,"%d %2$d", ap); break;
    case 14: vsnprintf(b,100,"%1$d", ap); break;
    case 15: vsnprintf(b,100,"%*d", ap); break;
    case 18: vsnprintf(b,100,"%d%c", ap); break;
    }
    printf("%d: next %d\n", which, va_arg(ap,int));
    va_end(ap);
}
static void u(int which, ...) {
    va_list ap; va_start(ap, which); 
    switch (which) {
    case 0: vsscanf("1 2","%d", ap); break;
    case 1: vsscanf("1 2","%*d%d", ap); break;
    case 2: vsscanf("x","%d", ap); break;
    case 3: vsscanf("1 x 2","%d%d%d", ap); break;
    case 4: vsscanf("1 2","%2$d", ap); break;
    case 5: vsscanf("1 2","%2$d%1$d", ap); break;
    case 6: vsscanf("","%d", ap); break;
    case 7: vsscanf("1","%d%d", ap); break;
    case 8: vswscanf(L"1 2",L"%d", ap); break;
    case 9: vsscanf("ab 5","%d%n", ap); break;
    case 10: vsscanf("5","%d%n", ap); break;
    case 11: vsscanf("5","%[a]", ap); break;
    case 12: vsscanf("5","%c", ap); break;
    case 13: vsscanf("","%c", ap); break;
    case 14: vsscanf("5","%ms", ap); break;
    case 15: vsscanf("","%ms", ap); break;
    case 16: vsscanf("","%s", ap); break;
    case 17: vsscanf("","%p", ap); break;
    case 18: vsscanf("5","%1$d", ap); break;
    case 19: vsscanf("x","%f", ap); break;
    case 20: vsscanf("x","x%n", ap); break;
    case 21: vsscanf("y","x%n", ap); break;
    case 22: vsscanf("y","%[x]", ap); break;
    case 23: vsscanf("","%[x]", ap); break;
    case 24: vsscanf("y","%m[x]", ap); break;
    case 25: vsscanf("","%mc", ap); break;
    }
    printf("scan %d: next %ld\n", which, (long)va_arg(ap, void *) & 0xff);
    va_end(ap);
}
int main(void) {
    setvbuf(stdout, 0, _IONBF, 0);
    static char m[4096] __attribute__((aligned(256)));
    for (int i = 0; i < 19; i++) t(i, 11, 12, 13, 14);
    for (int i = 0; i < 26; i++) u(i, m + 4, m + 8, m + 12, m + 16, m + 20);
    return 0;
}
