"""Values for sites: seen is a list of (value, count), rarest first."""

import expr as E


def pick(rng, seen, wrong):
    """A value that the expression has (the rarest) or has not (near those that it has)."""
    if wrong:
        return seen[0][0]
    have = {v for v, _ in seen}
    near = [v + d for v in rng.sample(sorted(have), min(5, len(have))) for d in (1, -1, 2)]
    fits = [v for v in near if v not in have and -(1 << 62) < v < (1 << 62)]
    return rng.choice(fits) if fits else 123456789


def top(seen):
    return max(v for v, _ in seen)


def number(value):
    return E.literal(value, E.LLONG).text
