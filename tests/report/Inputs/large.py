#!/usr/bin/env python3
"""A program of 50,000 lines with 100,000 nodes of execution: 16 decisions, one of whose
outcomes is an error, in a file of functions that nobody calls."""

print("#include <assert.h>\nint __VERIFIER_nondet_int(void);\nunsigned s;\n\nint main(void) {")
for n in range(16):
    print(f"    if (__VERIFIER_nondet_int() > {n}) s |= {1 << n}u;")
print("    assert(s != 43690);\n    return 0;\n}\n")
for n in range(834):
    for line in range(54):
        print(f"/* Line {line} of what is said about f{n}. */")
    print(f"int f{n}(int x) {{\n    int y = {n};\n    if (x > {n})\n        y = x * 2;\n    return y;\n}}")
