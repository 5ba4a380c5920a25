"""What shrike says about a program, and whether it may say so."""

from dataclasses import dataclass, field
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zlib

os.environ.setdefault("SHRIKE_KEEP", "0")  # many failing tests

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools"))
import compiles     # noqa: E402
import oracle       # noqa: E402

KIND = {"assertion-failure": "assert", "error-reached": "assert", "division-by-zero": "div", "division-overflow": "div", "oversized-shift": "shift",
        "signed-overflow": "overflow", "float-cast-overflow": "cast", "float-not-finite": "float", "index-out-of-range": "memory",
        "out-of-bounds": "memory", "null-dereference": "memory", "use-after-free": "memory", "use-after-scope": "memory",
        "double-free": "memory", "invalid-free": "memory", "invalid-pointer": "memory", "write-to-constant": "memory",
        "invalid-function-pointer": "memory", "call-of-another-type": "call", "missing-return-value": "call", "invalid-argument": "call", "unreachable-reached": "memory", "stack-overflow": "memory",
        "undefined-value": "memory", "memory-leak": "leak", "memory-not-freed": "cleanup", "uninitialised-read": "uninit", "abort": "abort"}
# The oracle does not tell an array member that is overrun from other memory errors.
ALSO = {"memory": "memory,index"}
STATUS = {"SAFE": 0, "UNSAFE": 10, "UNKNOWN": 20}
ENOUGH = 64     # loops of random programs end sooner: a bounded SAFE beyond it means SAFE


@dataclass
class Answer:
    command: list
    verdict: str            # SAFE, UNSAFE, UNKNOWN, BOUNDED, TIMEOUT, CRASH
    reason: str
    bugs: set = field(default_factory=set)      # (kind, line)
    text: str = ""


def reported(text, source):
    """Bugs of a run: FILE:LINE:COLUMN: error: WHAT [slug]"""
    found = set()
    pattern = re.escape(source.name) + r":(\d+):\d+: error: .*\[([a-z-]+)\]\s*$"
    for line, slug in re.findall(pattern, text, re.M):
        found.add((KIND.get(slug, slug), int(line)))
    return found


def provocation(args, arguments):
    """Another seed for each program and engine, the same each time."""
    if not args.provoke:
        return {}
    text = pathlib.Path(arguments[-1]).read_text() if arguments[-1].endswith(".c") else ""
    what = " ".join(arguments[:-1]) + text
    return {"SHRIKE_PROVOKE": str(zlib.crc32(what.encode()) % 1000000 + 1)}


def shrike(args, arguments, seconds):
    """(status, output, errors); status None after a timeout"""
    env = {**os.environ, **compiles.once("build/random/ccache"), **provocation(args, arguments)}
    try:
        done = oracle.command([args.shrike, *arguments], seconds, env=env)
    except subprocess.TimeoutExpired as late:
        return None, "", f"no answer after {late.timeout} s"
    return done.returncode, done.stdout, done.stderr


def reason_of(out, err):
    lines = [line.strip() for line in (err + "\n" + out).splitlines() if line.strip()]
    told = [line for line in lines if re.search(r"unknown|because|reason|gave up|not supported|unsupported|limit", line, re.I)
            and line != "UNKNOWN"]
    reason = re.sub(r"\S+\.c(:\d+)*:? ?|\d+", "", (told or lines or ["no reason given"])[0])
    return " ".join(reason.split())[:140]


def fuzz(args, source, extra):
    """`shrike fuzz` as a verifier: COMPLETE without an error is SAFE."""
    flags = ["fuzz", f"--timeout={args.timeout}", *extra, "--output", str(source) + ".fuzz"]
    status, out, err = shrike(args, [*flags, str(source)], args.timeout * 2 + 20)
    shutil.rmtree(str(source) + ".fuzz", ignore_errors=True)
    command = [args.shrike, *flags, str(source)]
    text = f"{' '.join(command)}\nstatus {status}\n{out}{err}"
    if status is None:
        return Answer(command, "TIMEOUT", err, text=text)
    last = out.strip().splitlines()[-1].strip() if out.strip() else ""
    if status not in STATUS.values() or last not in ("COMPLETE", "INCOMPLETE"):
        return Answer(command, "CRASH", f"status {status}, last line '{last[:60]}'", text=text)
    verdict = "UNSAFE" if status == 10 else "SAFE" if status == 0 and last == "COMPLETE" else "UNKNOWN"
    return Answer(command, verdict, reason_of(out, err) if verdict == "UNKNOWN" else "", reported(out + err, source), text)


def verify(args, engine, source, extra):
    if engine == "fuzz":
        return fuzz(args, source, extra)
    flags = ["verify", *([f"--engine={engine}"] if engine else []), f"--timeout={args.timeout}",
             f"--max-instructions={args.work}", *extra]
    status, out, err = shrike(args, [*flags, str(source)], args.timeout * 2 + 20)
    command = [args.shrike, *flags, str(source)]
    text = f"{' '.join(command)}\nstatus {status}\n{out}{err}"
    if status is None:
        return Answer(command, "TIMEOUT", err, text=text)
    last = out.strip().splitlines()[-1].strip() if out.strip() else ""
    bound = re.fullmatch(r"SAFE \(bound (\d+)\)", last)
    verdict = "SAFE" if bound else last
    if verdict not in STATUS or status != STATUS[verdict]:
        return Answer(command, "CRASH", f"status {status}, last line '{last[:60]}'", text=text)
    if bound and int(bound[1]) < ENOUGH:
        verdict = "BOUNDED"
    return Answer(command, verdict, reason_of(out, err) if verdict == "UNKNOWN" else "", reported(out + err, source), text)


def contradiction(answer, truth):
    """Why the answer is wrong; None if it is not."""
    if answer.verdict == "CRASH":
        return f"crash: {answer.reason}"
    if answer.verdict == "SAFE" and truth.bugs:
        return f"says SAFE, but {describe(truth)}"
    if answer.verdict == "UNSAFE" and not truth.bugs:
        return f"says UNSAFE {sorted(answer.bugs)}, but no input of {truth.runs} fails"
    wrong = answer.bugs - set(truth.bugs)
    if answer.verdict == "UNSAFE" and wrong:
        return f"reports {sorted(wrong)}, but {describe(truth)}"
    return None


def describe(truth):
    return ", ".join(f"{kind} at line {line} fails for {n} of {truth.runs} inputs, first {first}"
                     for (kind, line), (n, first) in sorted(truth.bugs.items()))


# ---- tests -------------------------------------------------------------------------------------

def claims(folder):
    """test name -> (kind, line) or None, from the files beside the tests"""
    said = {}
    for test in sorted(folder.glob("*.ktest")):
        said[test] = None
        for beside in folder.glob(test.stem + ".*"):
            if beside == test or beside.suffix not in (".err", ".txt"):
                continue
            text = beside.read_text(errors="replace")
            slug = next((s for s in KIND if f"[{s}]" in text or f'"{s}"' in text), None)
            line = re.search(r"\.c:(\d+):|\"line\": *(\d+)|^Line: (\d+)", text, re.M)
            if slug and line:
                said[test] = KIND[slug], int(next(g for g in line.groups() if g))
    return said


def check_tests(args, source, program, truth, extra, driver, folder):
    """(list of complaints, number of tests, paths covered by them)"""
    target = folder / "tests"
    shutil.rmtree(target, ignore_errors=True)
    flags = ["test", *extra, f"--timeout={args.timeout}", str(source), "--output", str(target)]
    status, out, err = shrike(args, flags, args.timeout * 2 + 20)
    text = f"{args.shrike} {' '.join(flags)}\nstatus {status}\n{out}{err}"
    if status is None or "UNKNOWN" in out:
        return [], 0, 0, text
    if status not in (0, 10) and not (status == 20 and "INCOMPLETE" in out.splitlines()):
        return [f"shrike test: status {status}"], 0, 0, text
    complaints, seen, paths, said = [], set(), set(), claims(target)
    for test, claim in said.items():
        kind, line, path = oracle.replay(driver, program, test)
        if kind.startswith("harness") or kind == "assume":
            complaints.append(f"{test.name} ends natively with '{kind}'")
        if claim and (kind, line) != claim:
            complaints.append(f"{test.name} claims {claim}, natively {kind} at line {line}")
        if not claim and kind in driver.checks and any(said.values()):
            complaints.append(f"{test.name} claims no error, natively {kind} at line {line}")
        paths.add(path)
        if kind in driver.checks:
            seen.add((kind, line))
    missing = set(truth.bugs) - seen
    if missing and "COMPLETE" in out.splitlines(): # not after a time limit
        complaints.append(f"no test shows {sorted(missing)}")
    invented = reported(out + err, source) - set(truth.bugs)
    if invented:
        complaints.append(f"reports {sorted(invented)}, which no input shows")
    if not said and (truth.ok or truth.bugs): # assumptions may exclude all inputs
        complaints.append("no test at all")
    return complaints, len(said), len(paths & truth.paths), text


# ---- concrete runs -----------------------------------------------------------------------------

FIXED = """#define RANDOM_HARNESS 1
#include <stddef.h>
#include <stdio.h>
static const long long fixed_inputs[] = {%s};
static unsigned fixed_at;
static long long fixed_next(void) { return fixed_inputs[fixed_at++]; }
#define DOMAIN(lo, n, step)
#define UNINIT(variable) variable = fixed_next();
#define FINISH(sum) printf("%%lx\\n", sum);
#define __VERIFIER_nondet_bool() ((_Bool)(fixed_next() & 1))
#define __VERIFIER_nondet_char() ((char)fixed_next())
#define __VERIFIER_nondet_uchar() ((unsigned char)fixed_next())
#define __VERIFIER_nondet_short() ((short)fixed_next())
#define __VERIFIER_nondet_ushort() ((unsigned short)fixed_next())
#define __VERIFIER_nondet_int() ((int)fixed_next())
#define __VERIFIER_nondet_uint() ((unsigned)fixed_next())
#define __VERIFIER_nondet_long() ((long)fixed_next())
#define __VERIFIER_nondet_ulong() ((unsigned long)fixed_next())
#define klee_make_symbolic(p, n, name) for (size_t k_ = 0; k_ < (n); k_++) ((char *)(p))[k_] = (char)fixed_next()
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
extern void klee_assume(unsigned long condition);
"""


def check_concrete(args, source, truth, extra, rng, driver, folder):
    """shrike run, with inputs fixed by a header, does what native code does: (complaints, runs, text)"""
    header = folder / "fixed.h"
    for sample in rng.sample(truth.samples, min(args.concrete, len(truth.samples))):
        header.write_text(FIXED % ", ".join([str(v) if v > -(1 << 63) else "(-9223372036854775807 - 1)" for v in sample["inputs"]] + ["0"]))
        status, out, err = shrike(args, ["run", *extra, "-include", str(header), str(source)], 60)
        kind, line = sample["outcome"]
        want = {"ok": (0, f"{sample['sum']}\n")}.get(kind)
        got = reported(err, source)
        text = f"{args.shrike} run {' '.join(extra)}, inputs {sample['inputs']}\nstatus {status}\n{out}{err}"
        if kind in driver.checks and (status != 10 or not got or not got <= set(truth.bugs) or (kind not in ("leak", "cleanup") and got != {(kind, line)})):
            return [f"run with {sample['inputs']}: natively {kind} at line {line}, shrike {sorted(got)}"], text
        if kind == "ok" and (status, out) != want:
            return [f"run with {sample['inputs']}: natively checksum {sample['sum']}, shrike {out.strip()} {sorted(got)}"], text
        if kind in oracle.ENDS and kind not in driver.checks and (status == 10 or got):
            return [f"run with {sample['inputs']}: natively it ends ({kind}), shrike {sorted(got)}"], text
    return [], ""
