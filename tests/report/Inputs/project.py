#!/usr/bin/env python3
"""usage: project.py FOLDER: a program of fifty files, one function each."""

import sys

N = 50
for n in range(N):
    with open(f"{sys.argv[1]}/part{n}.c", "w", encoding="ascii") as out:
        if n == 0:
            out.write("int __VERIFIER_nondet_int(void);\nint part1(int x);\n\nint main(void) {\n    return part1(__VERIFIER_nondet_int()) == 7;\n}\n")
        else:
            step = f"part{n + 1}(x)" if n + 1 < N else "x"
            out.write(f"int part{n + 1}(int x);\n\nint part{n}(int x) {{\n    if (x == {n}) return {n};\n    return {step};\n}}\n")
