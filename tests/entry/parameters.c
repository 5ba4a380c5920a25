// Parameters are inputs: what is wrong with some values of theirs is found, by each engine.
// REQUIRES: shrike
// RUN: %unsafe --engine=explore --entry divide %s | %check --check-prefix=DIVIDE %s
// RUN: not %shrike verify --engine=explore --entry narrow %s 2>&1 | %check --check-prefix=NARROW %s
// RUN: not %shrike verify --engine=explore -m32 --entry wide %s 2>&1 | %check --check-prefix=WIDE %s
// RUN: not %shrike verify --engine=explore --entry pair %s 2>&1 | %check --check-prefix=PAIR %s
// RUN: %safe --engine=explore --entry flag %s | %check --check-prefix=FLAG %s
// RUN: not %shrike verify --no-confirm --engine=interpolate --entry colour %s | %check --check-prefix=UNSAFE %s
// RUN: not %shrike verify --no-confirm --engine=cdse --entry old %s | %check --check-prefix=UNSAFE %s
// RUN: not %shrike verify --no-confirm --engine=dash --entry unnamed %s | %check --check-prefix=UNSAFE %s
// RUN: not %shrike verify --no-confirm --engine=bmc --entry shadow %s | %check --check-prefix=UNSAFE %s
// RUN: not %shrike verify --no-confirm --engine=concolic --entry divide %s | %check --check-prefix=UNSAFE %s
// RUN: %shrike verify --engine=interpolate --entry flag %s
// RUN: %shrike verify --engine=cdse --entry flag %s
// RUN: %shrike verify --engine=dash --entry flag %s
// RUN: %shrike verify --engine=bmc --entry flag %s
// RUN: %shrike verify --engine=concolic --entry flag %s
// UNSAFE: UNSAFE
enum colour { RED, GREEN };
struct pair { short x : 5; _Bool b; union { int i; unsigned char bytes[4]; }; struct { long z; }; };

int divide(int x) { return 1 / x; }
// DIVIDE: error: division by zero
// DIVIDE: called from harness_divide at <harness of divide>:
// DIVIDE: with inputs
// DIVIDE-NEXT: x = 0
// DIVIDE-NEXT: to see it happen: shrike replay --entry divide

static int narrow(unsigned char c, signed char d) { return c == 200 && d == -100 ? 1 / (c + 2 * d) : 0; }
// NARROW: with inputs
// NARROW-NEXT: c = 200
// NARROW-NEXT: d = -100

int wide(unsigned long long w, unsigned long l) { return w == 1ull << 40 && l == 0xffffffff ? 1 / (int)(l + 1) : 0; }
// WIDE: with inputs
// WIDE-NEXT: w = 1099511627776
// WIDE-NEXT: l = 4294967295

int flag(_Bool b) { int t[2] = {1, 2}; return t[b] / (*(unsigned char *)&b < 2); }
// FLAG: proved

int colour(enum colour c) { return c == RED || c == GREEN ? 0 : 1 / (c - 7); }

int old(a, b) short a; unsigned char b; { return 1 / (a + b); }

int unnamed(int, int x) { return 1 / x; }

int shadow(int shadow) { return 1 / shadow; }

int pair(struct pair p) { return p.x == -3 && p.bytes[3] == 9 && p.b && p.z == -1 ? 1 / (p.i & 1) : 0; }
// PAIR: with inputs
// PAIR-NEXT: p.x = -3
// PAIR: p.b = 1
// PAIR: p.z = -1
