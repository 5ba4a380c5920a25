"""Counts that grow over many runs: a text file of lines SECTION<tab>WHAT<tab>NUMBER, sorted, so that the sums of two
machines can be compared and merged. The number `next` of a section is the seed with which the next run goes on.

Several runs may write into one file: each claims its seeds, and adds what it counted, under a lock."""

import collections
import concurrent.futures
import contextlib
import fcntl
import os
import pathlib
import threading
import time

NEXT = "next"


class Tally:
    def __init__(self, path, section):
        self.path, self.section = pathlib.Path(path), section

    @contextlib.contextmanager
    def _locked(self):
        with open(f"{self.path}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _read(self):
        counts = collections.Counter()
        for line in self.path.read_text().splitlines() if self.path.exists() else []:
            if line.strip() and not line.startswith("#"):
                section, what, number = line.split("\t")
                counts[section, what] += int(number)
        return counts

    def _write(self, counts):
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        fresh.write_text("".join(f"{section}\t{what}\t{n}\n" for (section, what), n in sorted(counts.items())))
        fresh.rename(self.path)

    def claim(self, first):
        """The next seed that nobody has taken, `first` in a new tally."""
        with self._locked():
            counts = self._read()
            seed = counts.get((self.section, NEXT), first)
            counts[self.section, NEXT] = seed + 1
            self._write(counts)
        return seed

    def add(self, more):
        with self._locked():
            counts = self._read()
            for what, number in more.items():
                counts[self.section, what] += number
            self._write(counts)

    def counts(self):
        """What the section holds by now."""
        return collections.Counter({what: n for (section, what), n in self._read().items() if section == self.section})


def arguments(parser):
    """What `many` takes from the command line, beside --count, --seed and --jobs."""
    parser.add_argument("--tally", metavar="FILE", help="go on with the seed at which the runs before stood, and add the counts to theirs")
    parser.add_argument("--seconds", type=int, default=0, help="start no more programs after so long")


def many(args, section, one):
    """one(seed, counts), which says in a word how it ended, for --count seeds; the counts of this run, ends among them.
    With --tally they are added to the section's."""
    tally = Tally(args.tally, section) if args.tally else None
    seeds = (tally.claim(args.seed) if tally else args.seed + i for i in range(args.count))
    end = time.time() + args.seconds if args.seconds else float("inf")
    sums, taking = collections.Counter(), threading.Lock()

    def worker():
        while time.time() < end:
            with taking:
                seed = next(seeds, None)
            if seed is None:
                return
            counts = collections.Counter()
            counts[one(seed, counts)] += 1
            if tally:
                tally.add(counts)
            with taking:
                sums.update(counts)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for done in [pool.submit(worker) for _ in range(args.jobs)]:
            done.result()
    if tally:
        in_all = tally.counts()
        print(f"{args.tally}: {in_all['passed']} passed, {in_all['failed']} failed in all")
    return sums


def show(counts):
    """The counts, one a line; how programs ended is in the last."""
    for key in sorted(counts):
        if key not in ("passed", "failed"):
            print(f"  {counts[key]:7} {key}")
    print(f"{counts['passed']} passed, {counts['failed']} failed")
