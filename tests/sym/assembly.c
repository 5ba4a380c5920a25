// REQUIRES: shrike
// RUN: %verdict SAFE --check=assert -DANY %s 2>&1 | %check --check-prefix ANY %s
// RUN: %verdict UNKNOWN --once --check=assert --engine=explore -DWRONG_GUESS %s
// RUN: %verdict UNKNOWN --once --check=assert --engine=bmc -DWRONG_GUESS %s
// RUN: %verdict UNSAFE --check=assert --engine=explore -DHAPPENS %s
// RUN: %verdict UNSAFE --check=assert --engine=interpolate -DHAPPENS %s
// RUN: %verdict SAFE --once --check=assert -DSWAP %s 2>&1 | not grep assembly
// RUN: %verdict UNSAFE --once --check=assert --engine=explore -DUNTIED %s
// RUN: %verdict UNSAFE --once --check=assert --engine=explore -DIN_PLACE %s
// RUN: %verdict SAFE --once --check=assert --engine=explore -DNOT_WRITTEN %s
// RUN: %verdict UNSAFE --once --check=assert --engine=explore -DPOINTER %s
// RUN: %verdict UNSAFE --check=assert --engine=explore -DNUMBER %s
// RUN: %verdict SAFE --once --check=assert -DFENCES %s 2>&1 | not grep assembly
// RUN: %verdict UNKNOWN --external=error -DANY %s
// What assembly gives may be anything; an error counts only if the instructions themselves show it.
#include <assert.h>

static int counter = 1;

int main(void) {
    unsigned x = 7;
#ifdef ANY /* two results, and a condition of the processor */
    unsigned low, high, same;
    asm volatile("rdtsc" : "=a"(low), "=d"(high));
    assert(low / 2 + high / 2 <= 0xfffffffeu);
    asm("cmpl %2, %1" : "=@ccz"(same) : "r"(x), "r"(low));
    assert(same == 0 || same == 1);
// ANY: assuming that the assembly "rdtsc" gives any values and does nothing else to the program: it writes no other memory and calls none of its functions
// ANY: the assembly "cmpl %2, %1" gives any values
#elif defined WRONG_GUESS
    asm("movl $5, %0" : "=r"(x));
    assert(x == 5);
#elif defined HAPPENS
    asm("movl $5, %0" : "=r"(x));
    assert(x != 5);
#elif defined SWAP
    x = 0x11223344;
    asm("bswapl %0" : "+r"(x));
    assert(x == 0x44332211);
#elif defined UNTIED /* not the input is swapped, but what was in the output's register */
    unsigned y = 0;
    asm("movl $0, %0; bswapl %0" : "=&r"(y) : "r"(0x11223344));
    assert(y == 0x44332211);
#elif defined IN_PLACE
    asm("incl %0" : "+m"(counter));
    assert(counter == 1);
#elif defined NOT_WRITTEN /* it does not say "memory" */
    asm volatile("movl (%1), %0" : "=r"(x) : "r"(&counter));
    assert(counter == 1);
#elif defined POINTER
    int a[2] = {1, 2};
    asm volatile("movl $5, 4(%0)" : : "r"(a) : "memory");
    assert(a[1] == 2);
#elif defined NUMBER
    int a[2] = {1, 2};
    long address = (long)a;
    asm volatile("movl $5, (%0)" : : "r"(address) : "memory");
    assert(a[0] == 1);
#elif defined FENCES
    asm volatile("mfence" ::: "memory");
    asm volatile("rep; nop" ::: "memory");
    assert(x == 7 && counter == 1);
#endif
    return 0;
}
