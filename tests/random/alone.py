"""Programs with one site and nothing else: every kind of site by itself, written right and wrong in turn."""

import random

import program
import sites

KINDS = [k for k in sites.KINDS if k not in sites.faults.PENDING]


class Alone:
    """Number `seed` of the programs; all kinds come before the first comes again."""

    def __init__(self, seed, kinds=None):
        kinds = kinds or KINDS
        self.kind, trial = kinds[seed % len(kinds)], seed // len(kinds)
        self.check, self.writer = sites.KINDS[self.kind]
        self.wrong, self.rng = trial % 2 == 1, random.Random(trial // 2)

    def text(self):
        n = 4 if self.kind == "function" else 8
        seen = [(v, 1) for v in reversed(range(n))]
        ops = [f"static int op{i}(int x) {{ return x ^ {i}; }}" for i in range(4)]
        lines = self.writer(self.rng, "n", seen, self.wrong)
        return "\n".join([*program.HEADER, *ops, "int main(void) {",
                          f"    DOMAIN(0, {n}, 1) unsigned char n = __VERIFIER_nondet_uchar();", f"    __VERIFIER_assume(n < {n});",
                          *["    " + line for line in lines], "    FINISH(chk)", "    return 0;", "}"]) + "\n"
