"""Tests in KLEE's format run on a program that counts what it executes (gcc --coverage).

A test may say `rm -rf .` or set the clock: what is tested runs in a folder of its own and, where we are root, as nobody."""

import os
import pathlib
import re
import struct
import subprocess
import tempfile

ID = 65534
NOBODY = ["setpriv", f"--reuid={ID}", f"--regid={ID}", "--clear-groups"] if os.getuid() == 0 else []


def inputs(path):
    """Names and bytes of a test's inputs (docs/OUTPUT.md)."""
    data, at = path.read_bytes(), 5

    def number():
        nonlocal at
        at += 4
        return struct.unpack(">i", data[at - 4:at])[0]

    def text():
        nonlocal at
        size = number()
        at += size
        return data[at - size:at]

    version = number()
    for _ in range(number()):
        text()
    if version >= 2:
        at += 8
    return [(text().decode("latin1"), text()) for _ in range(number())]


def give_away(folder):
    """To nobody."""
    if NOBODY:
        subprocess.run(["chown", "-R", f"{ID}:{ID}", str(folder)], check=True)


def run_test(program, fixed, path, counts):
    """Runs the program with these arguments and the inputs of a test; what it counts goes below counts, a folder that
    was given away, by the absolute path that its objects have."""
    arguments, stdin, files = [word.encode() for word in fixed], b"", {}
    for name, value in inputs(path):
        if re.match(r"arg\d+$", name):
            arguments.append(value.split(b"\0")[0])
        elif name == "stdin":
            stdin = value
        elif re.match(r"[A-D]([-_]data)?$", name):
            files[name[0]] = value
    with tempfile.TemporaryDirectory() as folder:
        for name, value in files.items():
            (pathlib.Path(folder) / name).write_bytes(value)
        give_away(folder)
        try:
            subprocess.run(NOBODY + [str(program).encode()] + arguments, input=stdin, capture_output=True, timeout=2, cwd=folder,
                           env={"PATH": "/usr/bin:/bin", "GCOV_PREFIX": str(counts)}, check=False, start_new_session=True)
        except (subprocess.TimeoutExpired, OSError):
            pass
