"""lit configuration: programs with their expectation inside.

%shrike   the program under test
%same     compiles and runs a program natively and with shrike (with and without
          simplification) and compares standard output and exit status
%bug      runs shrike with and without simplification, wants the same bug report
          both times, and prints it for FileCheck
%stops    the same for runs that end with status 20 (unsupported, limit)
%replay   runs a test natively and wants a result: see tests/tools/replay
%ktest    writes a test: see tests/tools/ktest
%verdict  wants shrike verify to end with a verdict, with and without simplification,
          and prints the reports for FileCheck: see tests/tools/verdict
%safe     %verdict SAFE
%unsafe   %verdict UNSAFE
%unknown  %verdict UNKNOWN
%lines    wants shrike reach to say of each line what the comment on it says
%pages    uses pages in chromium as people do: see tests/tools/pages. Tests that use it
          say REQUIRES: chromium and are left out, with a word, where there is none
%example  wants shrike verify to say what the comment on top of an example says it does
%storytruth  wants stories of random programs to be true: see tests/tools/storytruth
%valid    reads a file that shrike wrote (SARIF, witness, JUnit, lcov) as others do, says
          what is wrong with it, and prints what it says: see tests/tools/valid
%panel    looks at shrike on a terminal: see tests/tools/panel. Needs tmux (REQUIRES: tmux)
%reproduces  has gcc show what --reproducer writes: see tests/tools/reproduces
%travels  has all that verify writes about programs looked at by %valid: see tests/tools/travels
%mutated  wants wrong mutants of a certificate and its program to be refused: see tests/tools/mutated
%witnessed  checks a program against invariants of a YAML witness: see tests/tools/witnessed
%certified  checks a program against claims in its comments: see tests/tools/certified
%engines  runs shrike with its engines side by side and disturbs it: see tests/tools/engines
%tutorial  runs the commands of a page and wants the lines that it shows: see tests/tools/tutorial
%watch    changes files under shrike watch: see tests/tools/watch
%editor   works with shrike lsp as an editor does: see tests/tools/editor
%agree    wants the same from shrike with and without simplification, no more

With NATIVE_ONLY=1 the tests themselves are tested: %same wants a program that
runs without a complaint from ASan and UBSan, %bug one that does not.
"""

import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "shrike"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".ll", ".test"]
config.excludes = ["Inputs", "unit", "csmith", "mutate", "tools", "lit.cfg.py"]

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.path.join(root, os.environ.get("BUILD", "build"))
shrike = os.path.abspath(os.environ.get("SHRIKE", os.path.join(build, "shrike")))
llvm = subprocess.run([os.environ.get("LLVM_CONFIG", "llvm-config-19"), "--bindir"],
                      check=True, capture_output=True, text=True).stdout.strip()
tools = os.path.join(root, "tests", "tools")

config.test_source_root = os.path.join(root, "tests")
config.test_exec_root = os.path.join(root, "build", "lit")
config.environment["SHRIKE"] = shrike
config.environment["SHRIKE_KEEP"] = "0"  # thousands of failing tests in one folder
config.environment["SHRIKE_PROGRESS"] = "0"  # no lines that depend on how busy the machine is
config.environment["CLANG"] = os.path.join(llvm, "clang")
# This Python, not a script that looks for one at each start.
config.environment["PATH"] = os.pathsep.join([llvm, os.path.dirname(os.path.realpath(sys.executable)), os.environ["PATH"]])
for name in ("NATIVE_ONLY", "ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

native_only = bool(os.environ.get("NATIVE_ONLY"))
if not native_only:
    config.available_features.add("shrike")
if shutil.which("chromium"):
    config.available_features.add("chromium")
else:
    lit_config.note("no chromium: what pages show is not tested")
config.available_features.update(tool for tool in ("tmux", "git") if shutil.which(tool))
check = "FileCheck --strict-whitespace --dump-input-context=20"
config.substitutions += [
    ("%shrike", "timeout 60 " + shrike),
    ("%watch", os.path.join(tools, "watch")),
    ("%editor", os.path.join(tools, "editor")),
    ("%same", os.path.join(tools, "same")),
    ("%bug", os.path.join(tools, "bug")),
    ("%replay", os.path.join(tools, "replay")),
    ("%ktest", os.path.join(tools, "ktest")),
    ("%lines", os.path.join(tools, "lines")),
    ("%verdict", os.path.join(tools, "verdict")),
    ("%example", os.path.join(tools, "example")),
    ("%pages", os.path.join(tools, "pages")),
    ("%storytruth", os.path.join(tools, "storytruth")),
    ("%tutorial", os.path.join(tools, "tutorial")),
    ("%panel", os.path.join(tools, "panel")),
    ("%reproduces", os.path.join(tools, "reproduces")),
    ("%travels", os.path.join(tools, "travels")),
    ("%valid", os.path.join(tools, "valid")),
    ("%certified", os.path.join(tools, "certified")),
    ("%mutated", os.path.join(tools, "mutated")),
    ("%witnessed", os.path.join(tools, "witnessed")),
    ("%workerdies", os.path.join(tools, "worker-dies")),
    ("%agree", os.path.join(tools, "agree")),
    ("%engines", os.path.join(tools, "engines")),
    ("%safe", os.path.join(tools, "verdict") + " SAFE"),
    ("%unsafe", os.path.join(tools, "verdict") + " UNSAFE"),
    ("%unknown", os.path.join(tools, "verdict") + " UNKNOWN"),
    ("%stops", os.path.join(tools, "bug") + " --status=20"),
    # Without a report there is nothing to check.
    ("%check", "cat" if native_only else check),
]
