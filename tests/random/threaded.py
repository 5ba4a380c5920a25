"""Random programs of two or three threads with a few steps each, and brute force: an interpreter that goes through all
interleavings, with store buffers if asked to. A thread is a list of steps, each one visible operation (or a list of
them inside an atomic section)."""

SHARED, READS = ["x", "y"], 2
BOUND = 4   # that loops are longer than, if they are long
HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
int x, y;
atomic_int z;
int r[3][2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s;
int input;
"""


# ---- programs: a thread is a list of steps, each of which is one visible operation (or a list inside an atomic section) ----

def step(rng, me):
    var = rng.choice(SHARED)
    reg = rng.randrange(READS)
    kind = rng.choice(["set", "set", "get", "get", "add", "copy", "if", "zadd", "zget", "zset", "zput", "zput", "cas", "input", "local"])
    return (kind, var, reg, rng.randrange(1, 3), me)


def body(rng, me):
    steps = []
    for _ in range(rng.randrange(1, 4)):
        shape = rng.randrange(15)
        inner = [step(rng, me) for _ in range(rng.randrange(1, 3))]
        if shape < 5:
            steps += inner
        elif shape < 7:
            lock = rng.choice("mmn")
            steps += [("lock", lock)] + inner + [("unlock", lock)]
        elif shape == 7:
            steps += [("lock", "m"), ("lock", "n")] + inner[:1] + [("unlock", "n"), ("unlock", "m")] if rng.random() < 0.6 else \
                     [("lock", "n"), ("lock", "m")] + inner[:1] + [("unlock", "m"), ("unlock", "n")]
        elif shape == 8:
            steps += [("atomic", inner)]
        elif shape == 9:
            steps += [rng.choice([("post",), ("wait",)])] + inner
        elif shape == 10:
            steps += [("try", "m", inner[0])] if rng.random() < 0.5 else inner[:1] + [(rng.choice(["assume", "exit", "abort"]), rng.choice(SHARED), rng.randrange(3))]
        elif shape == 12:
            steps += [("fence",)] + inner[:1]
        elif shape == 13:
            steps += [("lock", "m"), ("until", rng.choice(SHARED), rng.randrange(1, 3))] + inner[:1] + [("unlock", "m")]
        elif shape == 14:
            locked = rng.random() < 0.7
            wake = [("set", rng.choice(SHARED), 0, rng.randrange(1, 3), me), (rng.choice(["signal", "broadcast"]),)]
            steps += [("lock", "m")] + wake + [("unlock", "m")] if locked else wake
        else:
            steps += [("await", rng.choice(SHARED), rng.randrange(1, 3))] if rng.random() < 0.5 else [("check", rng.choice(SHARED), rng.randrange(1, 4))]
    return steps


def program(rng):
    count = 2 if rng.random() < 0.7 else 3
    threads = [body(rng, i) for i in range(count)]
    while sum(size(t) for t in threads) > (11 if count == 2 else 9):
        max(threads, key=size).pop()
    return {"threads": [balanced(t) for t in threads], "sem": rng.randrange(2), "main": rng.random() < 0.3}


def with_long(rng, p):
    """The same, where one or two threads have a loop that is longer than the bound: they stay there. What one did just
    before, others look at (main waits for it in vain)."""
    for _ in range(rng.randrange(1, 3)):
        me = rng.randrange(len(p["threads"]))
        steps, others = p["threads"][me], p["threads"][:me] + p["threads"][me + 1:]
        at, var, value = rng.randrange(len(steps) + 1), rng.choice(SHARED), rng.randrange(1, 4)
        steps[at:at] = [("set", var, 0, value, me), ("long",)]
        look = rng.choice(others)
        look.insert(rng.randrange(len(look) + 1), ("check", var, rng.choice([value, value, rng.randrange(4, 6)])))
    return p


def size(steps):
    return sum(len(s[1]) if s[0] == "atomic" else 2 if s[0] in ("add", "copy", "try", "until") else 1 for s in steps)


def balanced(steps):
    """Locks that are still held at the end are released; what waits for a condition holds the mutex."""
    held = []
    for s in list(steps):
        if s[0] == "until" and "m" not in held:
            steps.remove(s)
        if s[0] == "lock":
            held.append(s[1])
        elif s[0] == "unlock":
            held.remove(s[1])
    return steps + [("unlock", lock) for lock in reversed(held)]


# ---- as C ---------------------------------------------------------------------------------------------------------

def text_of(s):
    kind = s[0]
    if kind in ("lock", "unlock"):
        return f"pthread_mutex_{kind}(&{s[1]});"
    if kind == "atomic":
        return "__VERIFIER_atomic_begin(); " + " ".join(text_of(i) for i in s[1]) + " __VERIFIER_atomic_end();"
    if kind == "post":
        return "sem_post(&s);"
    if kind == "wait":
        return "sem_wait(&s);"
    if kind == "try":
        return f"if (pthread_mutex_trylock(&{s[1]}) == 0) {{ {text_of(s[2])} pthread_mutex_unlock(&{s[1]}); }}"
    if kind == "await":
        return f"while ({s[1]} != {s[2]}) {{}}"
    if kind == "until":
        return f"while ({s[1]} != {s[2]}) pthread_cond_wait(&c, &m);"
    if kind in ("signal", "broadcast"):
        return f"pthread_cond_{kind}(&c);"
    if kind == "long":
        return f"for (volatile int k = 0; k < {BOUND + 2}; k++) {{}}"
    if kind == "fence":
        return "atomic_thread_fence(memory_order_seq_cst);"
    if kind == "assume":
        return f"__VERIFIER_assume({s[1]} != {s[2]});"
    if kind in ("exit", "abort"):
        return f"if ({s[1]} == {s[2]}) {'exit(0)' if kind == 'exit' else 'abort()'};"
    if kind == "check":
        return f"assert({s[1]} != {s[2]});"
    var, reg, value, me = s[1:]
    own = f"l{reg}"
    return {"set": f"{var} = {value};", "get": f"{own} = {var};", "add": f"{var} = {var} + {value};", "copy": f"{var} = {own} + {value};",
            "if": f"if ({own} == {value}) {var} = 3;", "zadd": f"{own} = atomic_fetch_add(&z, {value});", "zget": f"{own} = atomic_load(&z);",
            "zset": f"atomic_store(&z, {value});", "zput": f"atomic_store_explicit(&z, {value}, memory_order_release);", "cas": f"{{ int old = {value - 1}; {own} = atomic_compare_exchange_strong(&z, &old, {value + 2}); }}",
            "input": f"if (input) {var} = {value};", "local": f"{own} = {own} * 2 + {value};"}[kind]


def source(p, ask):
    """ask(names): what main does at the end, given expressions for the values of an outcome."""
    out = HEAD
    for i, t in enumerate(p["threads"]):
        out += f"void *t{i}(void *a) {{\n    int l0 = 0, l1 = 0;\n"
        out += "".join(f"    {text_of(s)}\n" for s in t)
        out += f"    r[{i}][0] = l0;\n    r[{i}][1] = l1;\n    return 0;\n}}\n"
    n = len(p["threads"])
    first = 1 if p["main"] else 0
    out += f"int main(void) {{\n    pthread_t id[3];\n    input = __VERIFIER_nondet_int();\n    __VERIFIER_assume(input == 0 || input == 1);\n    sem_init(&s, 0, {p['sem']});\n"
    out += "".join(f"    pthread_create(&id[{i}], 0, t{i}, 0);\n" for i in range(first, n))
    out += "    t0(0);\n" if p["main"] else ""
    out += "".join(f"    pthread_join(id[{i}], 0);\n" for i in range(first, n))
    names = ["x", "y", "z"] + [f"r[{i}][{k}]" for i in range(n) for k in range(2)]
    return out + ask(names) + "    return 0;\n}\n"


def equal(names, outcome):
    return " && ".join(f"{a} == {b}" for a, b in zip(names, outcome)) or "0"


def assertion(outcome):
    """The outcome (None: no outcome) is not."""
    return lambda names: f"    assert(!({equal(names, outcome) if outcome else 0}));\n"


def question(outcomes):
    """A line for each outcome, and one for all others."""
    return lambda names: "".join(f"    if ({equal(names, o)})\n        input = {i}; /* outcome */\n    else\n" for i, o in enumerate(outcomes)) + "        input = -1; /* others */\n"



# ---- brute force: every step is one or two accesses, interleaved in all ways ------------------------------------------

DRAINING = ("lock", "unlock", "trylock", "post", "wait", "atomic", "zadd", "zset", "cas", "fence", "signal", "broadcast", "release", "end")


def expand(steps):
    """To micro-steps with one shared access each."""
    out = []
    for s in steps:
        if s[0] == "add":
            out += [("load", s[1]), ("storeacc", s[1], s[3])]
        elif s[0] == "try":
            inner = expand([s[2]])
            out += [("trylock", s[1], len(inner) + 1)] + inner + [("unlock", s[1])]
        elif s[0] == "atomic":
            out.append(("atomic", expand(s[1])))
        elif s[0] == "until":
            out += [("unless", s[1], s[2], 2), ("release", "m"), ("woken", "m", -3)]
        else:
            out.append(s)
    return out


class View:
    """Memory as thread i sees it; stores go to its buffer, if there is one."""

    def __init__(self, mem, buffer):
        self.mem, self.buffer = mem, buffer

    def __getitem__(self, name):
        for var, value in reversed(self.buffer or []):
            if var == name:
                return value
        return self.mem[name]

    def put(self, name, value):
        if self.buffer is None:
            self.mem[name] = value
        else:
            self.buffer.append((name, value))


def locks(op, mem, i):
    """What a step on locks does: None if it must wait, False if it is no such step, else (skip, error)."""
    kind = op[0]
    if kind == "lock":
        if mem[op[1]] is not None:
            return None
        mem[op[1]] = i
    elif kind == "unlock":
        if mem[op[1]] != i:
            return (0, "lock")
        mem[op[1]] = None
    elif kind == "trylock":
        if mem[op[1]] is not None:
            return (op[2], None)
        mem[op[1]] = i
    elif kind == "post":
        mem["s"] += 1
    elif kind == "wait":
        if mem["s"] == 0:
            return None
        mem["s"] -= 1
    elif kind == "release":
        if mem["m"] != i:
            return (0, "lock")
        mem["m"] = None
        mem["asleep"] |= {i}
    elif kind == "woken":
        if (i in mem["asleep"] and not mem["spurious"]) or mem["m"] is not None:
            return None
        mem["asleep"] -= {i}
        mem["m"] = i
        return (op[2], None)
    elif kind == "long":
        return None
    elif kind == "broadcast":
        mem["asleep"] = frozenset()
    elif kind not in ("fence", "end"):
        return False
    return (0, None)


def run_micro(op, mem, loc, i, view):
    """Executes one micro-step: None if it must wait, else (skip, error)."""
    kind = op[0]
    done = locks(op, mem, i)
    if done is not False:
        return done
    if kind == "await":
        return (0, None) if view[op[1]] == op[2] else (-1, None)
    if kind == "unless":
        return (op[3], None) if view[op[1]] == op[2] else (0, None)
    if kind == "check":
        return (0, "assert" if view[op[1]] == op[2] else None)
    if kind in ("assume", "exit", "abort"):
        return (0, None) if view[op[1]] != op[2] else ("over", None)
    if kind == "load":
        loc[2] = view[op[1]]
    elif kind == "storeacc":
        view.put(op[1], loc[2] + op[2])
    elif kind == "atomic":
        for inner in op[1]:
            run_micro(inner, mem, loc, i, View(mem, None))
    else:
        access(op, view, loc)
    return (0, None)


def access(op, view, loc):
    kind, var, reg, value, _ = op
    if kind == "set":
        view.put(var, value)
    elif kind == "get":
        loc[reg] = view[var]
    elif kind == "copy":
        view.put(var, loc[reg] + value)
    elif kind == "if":
        if loc[reg] == value:
            view.put(var, 3)
    elif kind == "zadd":
        loc[reg] = view["z"]
        view.mem["z"] += value
    elif kind == "zget":
        loc[reg] = view["z"]
    elif kind == "zset":
        view.mem["z"] = value
    elif kind == "zput":
        view.put("z", value)
    elif kind == "cas":
        loc[reg] = int(view["z"] == value - 1)
        if loc[reg]:
            view.mem["z"] = value + 2
    elif kind == "input":
        if view.mem["input"]:
            view.put(var, value)
    elif kind == "local":
        loc[reg] = loc[reg] * 2 + value


def step_of(i, op, at, tso):
    """All ways in which thread i does its step: (memory, registers, buffer, (skip, error))."""
    buffer = list(at[2][i]) if tso else None
    if buffer and op[0] in DRAINING:
        return
    signalled = sorted(dict(at[0])["asleep"]) if op[0] == "signal" else []
    for woken in signalled or [None]:
        mem, loc = dict(at[0]), list(at[1][i][1:])
        if op[0] == "signal":
            mem["asleep"] -= {woken}
            got = (0, None)
        else:
            got = run_micro(op, mem, loc, i, View(mem, buffer))
        if got is not None:
            yield mem, loc, buffer or [], got


def drains(at):
    """The oldest store of each thread gets to memory."""
    for i, buffer in enumerate(at[2]):
        if buffer:
            mem = dict(at[0])
            mem[buffer[0][0]] = buffer[0][1]
            yield tuple(mem.items()), at[1], at[2][:i] + (buffer[1:],) + at[2][i + 1:]


def brute(p, tso=False, spurious=False):
    """All outcomes, and errors by kind; "cut" among these: a thread may come to a long loop."""
    code = [expand(t) + [("end",)] for t in p["threads"]]
    outcomes, errors, seen = set(), set(), set()
    todo = []
    for given in (0, 1):
        mem = {"x": 0, "y": 0, "z": 0, "input": given, "s": p["sem"], "m": None, "n": None, "asleep": frozenset(), "spurious": spurious}
        todo.append((tuple(mem.items()), tuple((0, 0, 0, 0) for _ in code), tuple(() for _ in code)))
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        long = any(pc[0] < len(ops) and ops[pc[0]][0] == "long" for pc, ops in zip(at[1], code))
        if long:
            errors.add("cut")
        after = list(drains(at))
        moved = bool(after)  # by itself, not by a wake-up that nobody can rely on
        for i, ops in enumerate(code):
            pc = at[1][i][0]
            for mem, loc, buffer, got in step_of(i, ops[pc], at, tso) if pc < len(ops) else ():
                moved |= ops[pc][0] != "woken" or i not in dict(at[0])["asleep"]
                if got[1]:
                    errors.add(got[1])
                elif got[0] != "over":
                    threads = at[1][:i] + ((pc + 1 + got[0], *loc),) + at[1][i + 1:]
                    after.append((tuple(mem.items()), threads, at[2][:i] + (tuple(buffer),) + at[2][i + 1:]))
        todo += after
        if not moved and all(t[0] == len(ops) for t, ops in zip(at[1], code)):
            mem = dict(at[0])
            outcomes.add((mem["x"], mem["y"], mem["z"], *[v for t in at[1] for v in t[1:3]]))
        elif not moved and not long:
            errors.add("deadlock")
    return outcomes, errors
