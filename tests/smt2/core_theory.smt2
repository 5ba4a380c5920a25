; EXPECT: sat
; EXPECT: unsat
; EXPECT: unsat
(declare-const p Bool)
(declare-const q Bool)
(declare-const r Bool)
(push)
(assert (= p q r true))
(assert (xor p q r))
(check-sat)
(pop)
(push)
(assert (distinct p q r))
(check-sat)
(pop)
(assert (not (=> p q p)))
(check-sat)
