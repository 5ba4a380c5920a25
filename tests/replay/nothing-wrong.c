// RUN: %replay NOT-CONFIRMED - --check=memory,leak -Wno-everything %s -- n=i32:4
// RUN: %replay NOT-CONFIRMED - --check=memory,leak -Wno-everything -m32 -DSECTION %s -- n=i32:4
// RUN: %replay NOT-CONFIRMED out-of-bounds -Wno-everything -m32 %s -- n=i32:4
// RUN: %replay NOT-CONFIRMED use-after-scope -Wno-everything -DSECTION %s -- n=i32:4
// Nothing is wrong here, close as it may be: what the replay library looks at, used well.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <alloca.h>
#include <stdarg.h>
#include <wchar.h>
#include <locale.h>
#include <unistd.h>
#include <getopt.h>
#include <ctype.h>
#include <time.h>
#include <errno.h>
#include <stdint.h>
int nondet_int(void);
struct flex { int n; char d[]; };
static struct flex fx = {3, "abc"};
#ifdef SECTION
__attribute__((section("my_sec"), used)) static int s1 = 1, s2 = 2;
extern int __start_my_sec[], __stop_my_sec[];
#endif
static __thread int tl[4];
static jmp_buf a, b; static jmp_buf *hp;
static int rec(int n) { char v[n+1]; v[n]=1; if (n==0) { longjmp(*hp, 3);} return rec(n-1)+v[0]; }
static void vl(const char *f, ...) { va_list x, y; va_start(x, f); int k = va_arg(x, int); va_copy(y, x); vprintf(f, x); vprintf(f, y); va_end(x); va_end(y); (void)k; }
static void vl2(const char *f, va_list x) { vprintf(f, x); }
static void vl3(const char *f, ...) { va_list x; va_start(x, f); vl2(f, x); va_end(x); va_start(x, f); vl2(f, x); va_end(x); }
typedef void (*vf)(const char *, ...);
static char *keep; 
static int table[4];
static int cmp(const void*x,const void*y){return *(const int*)x-*(const int*)y;}
static int sum(int n, int *p) { int s=0; while(n--) s+=*p++; return s; }
int main(int argc, char **argv, char **envp) {
    int n = nondet_int(), s = 0;
    for (int i=0;i<3;i++) s+=fx.d[i];
#ifdef SECTION
    for (int *p=__start_my_sec;p<__stop_my_sec;p++) s+=*p;
#endif
    for (int i=0;i<4;i++) tl[i]=i;
    int *tp = tl; s += tp[3];
    hp = malloc(sizeof *hp);
    if (setjmp(*hp)==0) rec(20);
    if (setjmp(a)==0) { memcpy(b, a, sizeof a); longjmp(b, 1); }
    vl("%d %d\n", 1, 2, 3); vf g = vl3; g("%d %s\n", 4, "x"); vl3("none\n");
    for (char **e=envp; *e; e++) s+=(*e)[0];
    for (char **e=environ; *e; e++) s+=(*e)[0];
    s += optind + (optarg != 0) + (int)strlen(argv[0]) + (argv[argc]==0);
    char *t = alloca(10); memset(t, 1, 10); char *t2 = alloca(3); t2[2]=t[9];
    { char v[n+3]; v[n+2]=1; s+=v[n+2]; } { char v[n+9]; v[n+8]=1; s+=v[n+8]; }
    char buf[4]; sscanf("abc def", "%3s", buf); sscanf("abc", "%s", buf); sscanf("abc","%3c",buf);
    wchar_t w[4]; swprintf(w, 4, L"%d", 123); sscanf("abc","%ls",w); wcscpy(w, L"xyz"); s+=wcscmp(w,L"xyzz")+(int)wcstol(L"12",0,10);
    printf("%.*s|%.3s|%s|%5.2f|%Lf|%*d|%%|%c|%lc|%ls|%p|%n|%hhd|%zd|%jd\n", 3, buf, buf, "a", 2.5, 3.5L, 4, 5, 'c', L'd', w, (void*)buf, &s, 1, (size_t)2, (intmax_t)3);
    if (setlocale(LC_ALL, "C.UTF-8")) { wchar_t u[2] = {0xe4, 0xf6}; printf("%.4ls|\n", u); }
    FILE *f = fopen("/dev/null", "r+"); if (f) { fputs("a", f); rewind(f); fgetc(f); ungetc('a', f); f = freopen("/dev/null","w",f); if(f) fclose(f); }
    char *m; size_t k; f = open_memstream(&m,&k); fputs("abc",f); fflush(f); s+=m[2]; fclose(f); free(m);
    f = fmemopen(buf, 4, "r"); if (f) { fgetc(f); fclose(f); }
    char *z = malloc(0); free(z); z = realloc(0, 5); z = realloc(z, 100000000 / 100); free(z); z = malloc(50<<20); free(z); void *al = 0; if (posix_memalign(&al, 4096, 10)==0) free(al); free(aligned_alloc(64,64)); free(strdup("x")); free(calloc(3,3)); free(0);
    argv[0] = strdup("abc"); free(argv[0]);
    time_t now = 0; struct tm *tm = gmtime(&now); s += tm->tm_year + tm->tm_mon; s += ctime(&now)[3]; s += strerror(ENOENT)[2]; s+=(*__ctype_b_loc())['a'];
    int q[5]={5,4,3,2,1}; qsort(q,5,4,cmp); int *e=q+5; s+=e[-1]+e[-5]; s+=sum(5,q);
    char un[3]={'a','b','c'}; s+=strcoll(un,"b")+(strchr(un,'b')!=0)+strncmp(un,"abc",3)+(memchr(un,'c',9)!=0)+(int)strnlen(un,3); char d4[4]={'1','2','x','x'}; s+=(int)strtod(d4,0)+(int)strtol(d4,0,10)+(int)strtoul(d4,0,10)+atoi(d4);
    char out[8]; strftime(out, 8, "%H:%M", tm); stpcpy(out, "1234567"); strxfrm(out, "abc", 8);
    keep = malloc(3);
    struct { char pad; int v; } __attribute__((packed)) pk = {1, 2}; int *pv = &pk.v; s += *pv; 
    char *un8 = malloc(8); memset(un8,0,8); s += *(int *)(un8 + 4) + *(int*)(un8+1); free(un8);
    int *far = table;
    printf("%p\n", (void *)(far + n * 1000)); /* looked at by nobody */
    free(hp);
    return s & 0;
}
