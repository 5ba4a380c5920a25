// RUN: %shrike verify --show-tree %t.json %s 2>&1 | %check %s --check-prefix TREE
// TREE: --show-tree: --engine=interpolate is taken, because only that has it
// TREE: by interpolate
// TREE: SAFE
// RUN: grep nodes %t.json
// RUN: %shrike reach --at %s:31 --check-subsumption %s 2>&1 | %check %s --check-prefix REACH
// REACH: --check-subsumption: --engine=interpolate is taken
// REACH: UNREACHABLE
// RUN: %shrike verify --decide=learn %s 2>&1 | %check %s --check-prefix CDSE
// CDSE: --decide: --engine=cdse is taken
// CDSE: by cdse
// RUN: %shrike verify --search=bfs %s 2>&1 | %check %s --check-prefix SEARCH
// SEARCH: --search: --engine=explore is taken
// SEARCH: by explore
// RUN: not %shrike verify --search=bfs --show-fcfg %t.dot %s 2>&1 | %check %s --check-prefix BOTH
// BOTH: error: --show-fcfg is for --engine=cdse, --search for --engine=explore: say which engine
// RUN: rm -rf %t.queries && %shrike verify --log-queries %t.queries %s && ls %t.queries/*/*.smt2
// RUN: %shrike verify --stats %s 2>&1 | %check %s --check-prefix STATS
// STATS: instructions executed
// RUN: not %shrike verify --bound-loop nowhere.c:1=3 %s 2>&1 | %check %s --check-prefix WRONG
// WRONG: nowhere.c
// WRONG-NOT: nowhere.c
// An option that one engine has means that engine; others hold for all.
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < 4; i++)
        if (n > i * 10) sum++;
    if (sum > 4)
        sum = 10 / (sum - sum);
    return sum;
}
