"""Counts that grow over many runs: a text file of lines SECTION<tab>WHAT<tab>NUMBER, sorted, so that the sums of two
machines can be compared and merged. The number `next` of a section is the seed with which the next run goes on.

Several runs may write into one file: each claims its seeds, and adds what it counted, under a lock."""

import collections
import contextlib
import fcntl
import os
import pathlib

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
