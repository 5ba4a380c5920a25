// What verify writes about an error, and about its repair.
// RUN: rm -rf %t && mkdir -p %t
// RUN: not %shrike verify %s --sarif %t/a.sarif --witness %t/a.yml --junit %t/a.xml --lcov %t/a.info 2>&1 | %check %s --check-prefix TEXT
// RUN: not %shrike verify %s --witness %t/a.graphml
// RUN: %valid sarif %t/a.sarif | %check %s --check-prefix SARIF
// RUN: %valid witness %t/a.yml | %check %s --check-prefix YAML
// RUN: %valid witness %t/a.graphml | %check %s --check-prefix GRAPHML
// RUN: %valid junit %t/a.xml | %check %s --check-prefix JUNIT
// RUN: %valid lcov %t/a.info | %check %s --check-prefix LCOV
// RUN: %shrike verify -DFIXED %s --sarif %t/b.sarif --witness %t/b.yml --junit %t/b.xml 2>&1 | %check %s --check-prefix PROOF
// RUN: %shrike verify -DFIXED %s --witness %t/b.graphml
// RUN: %valid sarif %t/b.sarif | %check %s --check-prefix PASS
// RUN: %valid witness %t/b.yml | %check %s --check-prefix INVARIANTS
// RUN: %valid witness %t/b.graphml | %check %s --check-prefix CORRECT
// RUN: %valid junit %t/b.xml | %check %s --check-prefix PASSED
// A bounded proof has no witness.
// RUN: %shrike verify -DFIXED --bound 1 %s --witness %t/c.yml 2>&1 | %check %s --check-prefix BOUNDED
// RUN: not ls %t/c.yml
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

static const int primes[4] = {2, 3, 5, 7};

static int find(int key, unsigned n) {
#ifdef FIXED
    unsigned low = 0, high = n, middle = 0;
    while (low < high) {
#else
    unsigned low = 0, high = n - 1, middle = 0;
    while (low <= high) {
#endif
        middle = (low + high) / 2;
        if (primes[middle] == key) return (int)middle;
        if (primes[middle] < key) low = middle + 1;
#ifdef FIXED
        else high = middle;
#else
        else high = middle - 1;
#endif
    }
    return -1;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int key = __VERIFIER_nondet_int();
    if (n > 4) return 1;
    int at = find(key, n);
    assert(at < 0 || primes[at] == key);
    return 0;
}
// TEXT: search.c:35:13: error: out-of-bounds read
// TEXT: how it got there
// TEXT-NEXT: main:49 {{ *}}n > 4 is false (n = 0)
// TEXT-NEXT: main:50 {{ *}}calls find
// TEXT-NEXT: find:32 {{ *}}low <= high is true: 1st round (low = 0, high = 4294967295)
// TEXT-NEXT: find:35 {{ *}}out-of-bounds read {{.*}} (middle = 2147483647)
// TEXT-NEXT: with inputs
// TEXT-NEXT: n = 0, of __VERIFIER_nondet_uint in line 47
// TEXT-NEXT: key = {{.*}}, of __VERIFIER_nondet_int in line 48
// TEXT: {{^}}UNSAFE{{$}}

// SARIF: fail error out-of-bounds search.c:35:13 out-of-bounds read
// SARIF-NEXT: frame find search.c:35:13
// SARIF-NEXT: frame main search.c:50:14
// SARIF-NEXT: flow search.c:47:18 acquire input n = 0
// SARIF-NEXT: flow search.c:48:15 acquire input key =
// SARIF-NEXT: flow search.c:49:9 branch/false n > 4 is false (n = 0)
// SARIF-NEXT: flow search.c:50:14 call calls find
// SARIF-NEXT: flow   search.c:32:5 branch/true low <= high is true
// SARIF-NEXT: flow   search.c:35:13 danger out-of-bounds read
// SARIF: open none property-assert search.c:?:? not decided: failed assertions

// YAML: violation_sequence CHECK( init(main()), LTL(G valid-deref) )
// YAML-NEXT: function_return search.c:47:41 \result == 0
// YAML-NEXT: function_return search.c:48:37 \result ==
// YAML-NEXT: target search.c:35:?

// GRAPHML: violation_witness CHECK( init(main()), LTL(G valid-deref) )
// GRAPHML-NEXT: N0 N1 47 \result == 0
// GRAPHML-NEXT: N1 N2 48 \result ==
// GRAPHML-NEXT: N2 N3 35 {{ *}}true

// JUNIT: assert skipped None: not decided: the search ended at another error
// JUNIT-NEXT: memory failure out-of-bounds: {{.*}}search.c:35:13: out-of-bounds read
// JUNIT-NEXT: div skipped
// JUNIT-NEXT: shift skipped

// LCOV: lines{{\.+}}: {{.*}}% (
// LCOV: functions{{\.*}}: 100.0% (2 of 2 functions)
// LCOV: branches{{\.+}}: {{.*}}%

// PROOF: proved: no execution violates assert, memory, div, shift, index, bool, cast, call
// PROOF-NEXT: by explore, for executions of any length, in {{[0-9.]+}} s ({{[0-9]+}} paths)
// PROOF-NEXT: in each round of the loop at {{.*}}search.c:29:5: high <= low || (low + high) < 8U
// PROOF-NEXT: assuming that integers wrap around
// PROOF: {{^}}SAFE{{$}}
// PASS: pass none property-assert search.c:?:? SAFE
// PASS-NEXT: pass none property-memory
// INVARIANTS: invariant_set CHECK( init(main()), LTL(G ! call(reach_error())) ) and
// CORRECT: correctness_witness CHECK( init(main()),
// PASSED: assert passed
// PASSED-NEXT: memory passed

// BOUNDED: wrote no witness: the proof holds for some executions only
// BOUNDED: SAFE (bound 1)
