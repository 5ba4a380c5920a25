"""What the test tools share: arguments, native compilation, running."""

import os
import shutil
import subprocess
import sys
import tempfile

CLANG = os.environ.get("CLANG", "clang-19")
SHRIKE = os.environ.get("SHRIKE", "build/shrike")
NATIVE_ONLY = bool(os.environ.get("NATIVE_ONLY"))
os.environ.setdefault("ASAN_OPTIONS", "allocator_may_return_null=1:detect_stack_use_after_return=1")
SANITIZERS = ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=undefined", "-g"]
TIMEOUT = 60


class Job:
    """The command line of a tool: [tool options] [options] FILE... [-- args].

    Words that start with `--` are for shrike alone, except --native=FLAG (for
    the native compiler alone), --stdin=FILE, --status=N, --unseen,
    --undefined and --loose (for the tool: the sanitizers cannot see this bug;
    this program leaves the standard, and yet everybody knows what it does; the
    two reports may differ in the message, not in position, kind and stack)."""

    def __init__(self, argv):
        split = argv.index("--") if "--" in argv else len(argv)
        self.args = argv[split + 1:]
        self.both, self.shrike, self.native, self.files = [], [], [], []
        self.stdin, self.status, self.unseen = "/dev/null", None, False
        self.undefined = self.loose = False
        words = iter(argv[:split])
        for word in words:
            if word.startswith("--native="):
                self.native.append(word[9:])
            elif word.startswith("--stdin="):
                self.stdin = os.path.abspath(word[8:])
            elif word.startswith("--status="):
                self.status = int(word[9:])
            elif word == "--unseen":
                self.unseen = True
            elif word == "--loose":
                self.loose = True
            elif word == "--undefined":
                self.undefined = True
            elif word.startswith("--"):
                self.shrike.append(word)
            elif word in ("-include", "-I", "-D"):
                self.both += [word, next(words)]
            elif word.startswith("-"):
                self.both.append(word)
            else:
                self.files.append(os.path.abspath(word))

    def run(self, command, folder):
        """(status as a shell shows it, standard output, standard error)"""
        with open(self.stdin, "rb") as stdin:
            try:
                done = subprocess.run(command, stdin=stdin, capture_output=True, cwd=folder,
                                      timeout=TIMEOUT)
            except subprocess.TimeoutExpired as late:
                return "timeout", late.stdout or b"", late.stderr or b""
        status = done.returncode if done.returncode >= 0 else 128 - done.returncode
        return status, done.stdout, done.stderr

    def run_native(self, folder, extra=()):
        program = os.path.join(folder, "native")
        compiler = [CLANG, "-O0", "-w", "-pthread", *self.both, *self.native, *extra, *self.files, "-lm", "-o", program]
        done = subprocess.run(compiler, capture_output=True)
        if done.returncode:
            fail("cannot compile natively: " + " ".join(compiler) + "\n" + done.stderr.decode(errors="replace"))
        return self.run([program, *self.args], folder)

    def run_shrike(self, folder, extra=()):
        return self.run([SHRIKE, "run", *self.shrike, *extra, *self.both, *self.files, "--", *self.args], folder)


def fail(message):
    sys.stderr.write(message.rstrip() + "\n")
    sys.exit(1)


def in_fresh_folder(function, *args):
    """Programs may write files: each run has a folder of its own."""
    folder = tempfile.mkdtemp(prefix="shrike-test-")
    try:
        return function(folder, *args)
    finally:
        shutil.rmtree(folder, ignore_errors=True)

# Keeps all engines busy for longer than anybody waits: its error needs the two primes of a product of 128 bits.
ENDLESS = """\
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    unsigned __int128 product = (unsigned __int128)0x9de4c065f0256452 << 64 | 0xd9ac63ed97892079;
    unsigned n = 0;
    while (__VERIFIER_nondet_uint()) {
        n += a % 13 == b % 7;
        if (n % 3 == 1 && a > 1 && b > 1 && (unsigned __int128)a * b == product) { int z = 0; return 1 / z; }
        a += 2; b -= 2;
    }
    return 0;
}
"""
