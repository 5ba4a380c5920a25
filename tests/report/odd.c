// Names and values that XML, JSON and YAML must escape; a source that is not UTF-8.
// RUN: rm -rf %t && mkdir -p %t && cp %s "%t/a & <b> 'c'%%.c"
// RUN: cd %t && not %shrike test "a & <b> 'c'%%.c" --output out --sarif a.sarif --junit a.xml --json a.json
// RUN: cd %t && not %shrike verify "a & <b> 'c'%%.c" --witness a.yml --sarif v.sarif --no-stop-on-first
// RUN: %valid sarif %t/a.sarif | %check %s --check-prefix SARIF
// RUN: %valid sarif %t/v.sarif | %check %s --check-prefix SARIF
// RUN: %valid junit %t/a.xml | %check %s --check-prefix JUNIT
// RUN: cd %t && %valid witness a.yml | %check %s --check-prefix YAML
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char s[5];
    klee_make_symbolic(s, sizeof s, "<s> & \"t\"");
    s[4] = 0;
    int x = __VERIFIER_nondet_int(); /* Ã¼ and a byte of Latin-1: ü */
    if (x != -7) return 0;
    // SARIF: fail error assertion-failure {{.*}}c{{.*}}.c:[[#@LINE+3]]:5 assertion failed: strcmp(s, "<\1&") != 0
    // SARIF: flow {{.*}}:[[#@LINE-5]]:5 acquire input <s> & "t" = {0x3c, 0x01, 0x26, 0x00, 0x00}
    // SARIF: flow {{.*}}:[[#@LINE-4]]:13 acquire input x = -7 (0xfffffff9)
    assert(strcmp(s, "<\1&") != 0);
    return 0;
}
// JUNIT: test00000{{.}} failure assertion-failure: a & <b> 'c'%.c:24:5: assertion failed: strcmp(s, "<\1&") != 0
// JUNIT: passed
// YAML: violation_sequence CHECK( init(main()), LTL(G ! call(__assert_fail())) )
// YAML-NEXT: function_return a & <b> 'c'%.c:19:35 \result == -7
// YAML-NEXT: target a & <b> 'c'%.c:24:?
