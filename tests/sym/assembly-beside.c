// REQUIRES: shrike
// RUN: %verdict UNKNOWN --check=assert --engine=explore -DNAME %s
// RUN: %verdict UNKNOWN --once --check=assert --engine=explore -DADDRESS %s
// RUN: %verdict UNKNOWN --once --check=assert --engine=explore -DLABEL %s
// RUN: %verdict UNKNOWN --once --check=assert --engine=explore -DCALL %s
// RUN: %verdict UNKNOWN --once --check=assert --engine=explore -DCALL_OPERAND %s
// RUN: %verdict UNKNOWN --once --check=assert --engine=explore -DCALL_REGISTER %s
// RUN: %verdict UNKNOWN --once --check=assert --engine=explore -DINTEL %s
// RUN: %verdict UNKNOWN --once --check=assert --engine=explore -DGOTO %s
// RUN: %verdict UNKNOWN --once --check=assert --engine=explore -DWARNING %s
// RUN: %verdict SAFE --once --check=assert --engine=explore -DTRAP %s
// RUN: %verdict SAFE --once --check=assert --engine=explore -DOTHERS %s
// Assembly that has to do with more than its operands is no matter of any results: all but the last two fail.
#include <assert.h>

static int g = 1;
int labelled asm("other_name") = 1;
static int ran;
__attribute__((used)) static void helper(void) { ran = 1; }
int b = 1, q = 1, eax = 1;

int main(void) {
    unsigned long x = 7;
#ifdef NAME
    asm volatile("movl $5, g(%%rip)" ::: "memory");
#elif defined ADDRESS
    asm volatile("leaq g(%%rip), %%rax; movl $5, (%%rax)" ::: "rax", "memory");
#elif defined LABEL
    asm volatile("movl $5, other_name(%%rip)" ::: "memory");
#elif defined CALL
    asm volatile("call helper" ::: "memory", "rax");
#elif defined CALL_OPERAND
    asm volatile("call %P0" ::"i"(helper) : "memory", "rax");
#elif defined CALL_REGISTER
    asm volatile("call *%0" ::"r"(helper) : "memory", "rax");
#elif defined INTEL
    asm volatile(".intel_syntax noprefix\ncall %0\n.att_syntax" ::"r"(helper) : "memory", "rax");
#elif defined GOTO
    asm goto("jmp %l0" : : : : there);
    return 0;
there:
    ran = 1;
#elif defined WARNING /* a kernel says a word and goes on */
    asm volatile("1: ud2\n.pushsection __bug_table,\"a\"\n2: .long 1b - 2b\n.popsection");
    ran = 1;
#elif defined TRAP
    if (x == 7) {
        asm volatile("1: ud2\n.pushsection __bug_table,\"a\"\n2: .long 1b - 2b\n.popsection");
        for (;;) {}
    }
    ran = 1;
#elif defined OTHERS /* names that are not the program's: of operands, registers, sections, labels */
    asm volatile(".pushsection \".b\",\"a\"\n.popsection\n1: movb %b0, %%al; jmp 1f; 1: movq %q0, %0" : "+r"(x) : : "rax");
#endif
    assert(g == 1 && labelled == 1 && !ran);
    return 0;
}
