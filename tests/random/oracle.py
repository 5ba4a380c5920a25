"""The truth about a random program: compiled natively with sanitizers and run with all its inputs (driver.c).

AddressSanitizer and UndefinedBehaviorSanitizer see everything but uninitialised reads, for which the program is
compiled again with MemorySanitizer, and leaks, for which the driver follows the pointers at the end of a run."""

from dataclasses import dataclass, replace
import json
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
CLANG = os.environ.get("CLANG", "clang-19")
SYMBOLIZER = os.environ.get("SYMBOLIZER", "llvm-symbolizer-19")
# What shrike checks by default, and what a program must not do at all.
CHECKED = "integer-divide-by-zero,shift-exponent,bounds,null,float-cast-overflow"
FORBIDDEN = "signed-integer-overflow,bool,unreachable,return"
# -z norelro: the driver restores all of the program's data between runs
FLAGS = ["-O0", "-w", "-gline-tables-only", "-fPIC", "-shared", "-Dmain=random_main", "-fno-builtin",
         f"-fsanitize=address,{CHECKED},{FORBIDDEN}", f"-fsanitize-trap={CHECKED},{FORBIDDEN}",
         "-fsanitize-coverage=trace-pc", "-Wl,-z,now,-z,norelro", "-include", str(HERE / "harness.h")]
WARNING = "__msan_warning_noreturn"
UNINIT_FLAGS = ["-O0", "-w", "-gline-tables-only", "-fPIC", "-shared", "-Dmain=random_main", "-fno-builtin",
                "-fsanitize=memory", f"-Wl,-z,now,-z,norelro,--wrap={WARNING},--wrap=__msan_warning_with_origin_noreturn",
                "-include", str(HERE / "harness.h")]
CHECKS = ("assert", "memory", "div", "shift", "overflow", "leak", "uninit", "abort", "cast")
DEFAULT = CHECKS[:4]
BUGS = (*CHECKS, "cleanup")      # cleanup is not in turn with the others: it is leak with another answer


class Broken(Exception):
    """The program is of no use: it does not compile, runs for too long, or is undefined beyond what is checked."""


@dataclass
class Truth:
    runs: int
    bugs: dict          # (kind, line) -> (how many inputs, the first of them)
    paths: set
    ok: int             # runs to the end
    probes: dict
    samples: list       # {"inputs", "outcome": (kind, line), "sum"}

    @property
    def verdict(self):
        return "UNSAFE" if self.bugs else "SAFE"


@dataclass(frozen=True)
class Driver:
    """The programs that try all inputs, and the checks whose errors count."""
    path: pathlib.Path
    uninit: pathlib.Path
    checks: tuple = DEFAULT

    def about(self, checks):
        return replace(self, checks=tuple(checks))


def command(args, seconds, **more):
    return subprocess.run(args, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds,
                          errors="replace", **more)


def build_one(driver, sanitizer, *flags):
    newest = max((HERE / name).stat().st_mtime for name in ("driver.c", "oracle.py"))
    if driver.exists() and driver.stat().st_mtime > newest:
        return driver
    driver.parent.mkdir(parents=True, exist_ok=True)
    fresh = driver.with_name(f"{driver.name}.{os.getpid()}")
    subprocess.run([CLANG, "-O1", "-w", "-fno-builtin", *flags, "-c", str(HERE / "driver.c"), "-o", f"{fresh}.o"], check=True)
    subprocess.run([CLANG, f"-fsanitize={sanitizer}", "-rdynamic", f"{fresh}.o", "-ldl", "-o", str(fresh)], check=True)
    os.unlink(f"{fresh}.o")
    fresh.rename(driver)
    return driver


def build_driver(folder):
    folder = pathlib.Path(folder)
    return Driver(build_one(folder / "driver", "address"), build_one(folder / "driver-uninit", "memory", "-DMEMORY_SANITIZER"))


def compile_program(source, flags=FLAGS, ending=".so"):
    program = source.with_suffix(ending)
    done = command([CLANG, *flags, str(source), "-o", str(program)], 60)
    if done.returncode:
        raise Broken(f"does not compile:\n{done.stderr[:2000]}")
    return program


def source_lines(program, places):
    """pc -> line"""
    if not places:
        return {}
    done = command([SYMBOLIZER, "--output-style=JSON", f"--obj={program}", *[hex(p) for p in places]], 20)
    found = json.loads(done.stdout)
    found = found if isinstance(found, list) else [found]
    return {p: f["Symbol"][0]["Line"] for p, f in zip(places, found)}


def execute(driver, program, *inputs, leaks=None):
    """What the driver says, with lines for places."""
    # with a stack of its own for every call, the driver would not find pointers on the stack
    more = {"RANDOM_LEAKS": leaks, "ASAN_OPTIONS": "detect_stack_use_after_return=0"} if leaks else {}
    try:
        done = command([str(driver), str(program), *inputs], 120, env={**os.environ, **more})
    except subprocess.TimeoutExpired:
        raise Broken("too slow") from None
    if done.returncode:
        raise Broken(f"driver: {done.stderr[:500]}")
    said = json.loads(done.stdout)
    lines = source_lines(program, sorted({o["pc"] for o in said["outcomes"] if o["pc"]}))
    for o in said["outcomes"]:
        o["line"] = o["line"] or lines.get(o["pc"], 0)
    return said


ENDS = ("assume", "exit", "abort")      # of runs without an error


def leaks_of(driver):
    """Which blocks are errors at the end, for the driver's RANDOM_LEAKS."""
    return "all" if "cleanup" in driver.checks else "lost" if "leak" in driver.checks else None


def find_truth(driver, program):
    """Overflow counts as an error here; whoever does not ask for it discards such programs (make)."""
    said = execute(driver.path, program, leaks=leaks_of(driver))
    if said["broken"]:
        raise Broken(said["broken"])
    bugs, ok = {}, 0
    for o in said["outcomes"]:
        if o["kind"] == "ok":
            ok = o["count"]
        elif o["kind"] in ENDS and o["kind"] not in driver.checks:
            ok += o["count"] if o["kind"] != "assume" else 0
        elif o["kind"] in BUGS:
            count, first = bugs.get((o["kind"], o["line"]), (0, o["first"]))
            bugs[o["kind"], o["line"]] = count + o["count"], first
        else:
            raise Broken(o["kind"])
    for s in said["samples"]:
        o = said["outcomes"][s["outcome"]]
        s["outcome"] = o["kind"], o["line"]
    return Truth(said["runs"], bugs, set(said["paths"]), ok, said["probes"], said["samples"])


def uninitialised_reads(driver, program):
    said = execute(driver.uninit, program)
    if said["broken"]:
        raise Broken(f"uninit: {said['broken']}")
    return {("uninit", o["line"]): (o["count"], o["first"]) for o in said["outcomes"] if o["kind"] == "uninit"}


def replay(driver, program, test):
    """(kind, line, path) of the run with a test file"""
    said = execute(driver.path, program, str(test), leaks=leaks_of(driver))
    o = said["outcomes"][0]
    return o["kind"], o["line"], said["paths"][0]


def truth_of(text, driver, folder, name="program.c"):
    source = pathlib.Path(folder) / name
    source.write_text(text)
    program = compile_program(source)
    truth = find_truth(driver, program)
    if "uninit" in driver.checks:
        truth.bugs.update(uninitialised_reads(driver, compile_program(source, UNINIT_FLAGS, ".uninit.so")))
    return truth, source, program


def make(program, driver, folder):
    """(text, truth, source, compiled) of a random program, sites written"""
    first = truth_of(program.probing(), driver, folder)[0]
    text = program.final(first.probes)
    made = (text, *truth_of(text, driver, folder))
    stray = set(first.bugs) | {b for b in made[1].bugs if b[0] not in driver.checks}
    if stray:
        raise Broken(f"undefined where it should not be: {sorted({kind for kind, _ in stray})}")
    return made
