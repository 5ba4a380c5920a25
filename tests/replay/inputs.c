// RUN: %replay CONFIRMED assertion-failure:47 %s -- a=i8:1 b=i8:-2 c=i8:200 d=i16:-3 e=i16:60000 f=i32:-4 g=i32:4000000000 h=i64:-5 i=i64:6 j=i64:-7 k=i64:8 l=f32:1.5 m=f64:2.5 n=i8:1 o=i8:9 p=i32:10 q=i8:1 r=i8:11 s=i64:12 t=i32:13 u=f64:3.5 v=i32:14 w=i8:1
// RUN: %replay CONFIRMED assertion-failure:47 -m32 %s -- a=i8:1 b=i8:-2 c=i8:200 d=i16:-3 e=i16:60000 f=i32:-4 g=i32:4000000000 h=i32:-5 i=i32:6 j=i64:-7 k=i64:8 l=f32:1.5 m=f64:2.5 n=i8:1 o=i8:9 p=i32:10 q=i8:1 r=i8:11 s=i32:12 t=i32:13 u=f64:3.5 v=i32:14 w=i8:1
// Each way to take an input, with its width.
#include <assert.h>
#include <klee/klee.h>
#include <shrike.h>
#include <stdbool.h>
bool __VERIFIER_nondet_bool(void), nondet_bool(void), lct_get_bool(void);
char __VERIFIER_nondet_char(void), nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void), lct_get_byte(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void), nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void), lct_get_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

int main(void) {
    assert(__VERIFIER_nondet_bool());
    assert(__VERIFIER_nondet_char() == -2);
    assert(__VERIFIER_nondet_uchar() == 200);
    assert(__VERIFIER_nondet_short() == -3);
    assert(__VERIFIER_nondet_ushort() == 60000);
    assert(__VERIFIER_nondet_int() == -4);
    assert(__VERIFIER_nondet_uint() == 4000000000);
    assert(__VERIFIER_nondet_long() == -5);
    assert(__VERIFIER_nondet_ulong() == 6);
    assert(__VERIFIER_nondet_longlong() == -7);
    assert(__VERIFIER_nondet_ulonglong() == 8);
    assert(__VERIFIER_nondet_float() == 1.5f);
    assert(__VERIFIER_nondet_double() == 2.5);
    assert(nondet_bool());
    assert(nondet_char() == 9);
    assert(nondet_int() == 10);
    assert(lct_get_bool());
    assert(lct_get_byte() == 11);
    assert(lct_get_long() == 12);
    assert(klee_int("t") == 13);
    assert(shrike_double("u") == 3.5);
    assert(shrike_range(10, 20, "v") == 14);
    assert(shrike_bool("w"));
    int done = 1;
    assert(!done);
    return 0;
}
