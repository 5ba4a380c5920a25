; A loop whose only jump is a switch: limits and bounds stop it too.
; RUN: env SHRIKE_CUT=time:3 not timeout -s KILL 30 %shrike run --no-simplify %s 2>&1 | FileCheck %s --check-prefix=LIMIT
; RUN: not %shrike run --no-simplify --bound 5 %s 2>&1 | FileCheck %s --check-prefix=BOUND
; REQUIRES: shrike
@x = global i32 0
define i32 @main() {
  br label %again
again:
  %v = load volatile i32, ptr @x
  switch i32 %v, label %end [ i32 0, label %again
                              i32 1, label %again ]
end:
  ret i32 0
}
; LIMIT: stopped: time limit
; BOUND: stopped at a bound: the loop at block {{[0-9]+}} in main still runs after jumping back 5 times
