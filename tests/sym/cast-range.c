// RUN: %unsafe %s | %check %s
// RUN: %safe -DFIXED %s
// RUN: %unsafe --engine=interpolate %s
// RUN: %unsafe --engine=cdse %s
// RUN: %unsafe --engine=dash %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=concolic %s
// RUN: %safe --engine=cdse -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// The same of an input.
// RUN: %safe --engine=explore -DINPUT %s
// RUN: %unsafe --engine=explore -DINPUT=3 %s
// REQUIRES: shrike
extern int __VERIFIER_nondet_int(void);

static int scaled(double size) { return (int)(size * 1e9); }

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1) return 0;
#ifdef INPUT
    return scaled(i * INPUT) == 5;
#elif defined FIXED
    return i == 1 ? scaled(2) == 5 : scaled(1) == 5;
#else
    return i == 1 ? scaled(3) == 5 : scaled(1) == 5;
#endif
}
// CHECK: cast-range.c:16:41: error: 3000000000 does not fit a signed integer of 32 bits [float-cast-overflow]
