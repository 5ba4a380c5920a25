; EXPECT: unsat
; EXPECT: sat
; EXPECT: sat
(declare-const p Bool)
(assert p)
(assert (not p))
(check-sat)
(reset-assertions)
(declare-const p (_ BitVec 2))
(assert (= p #b01))
(check-sat)
(reset)
(declare-const p Bool)
(assert (not p))
(check-sat)
