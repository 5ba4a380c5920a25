; EXPECT: sat
; EXPECT: unsat
(declare-const x (_ BitVec 4096))
(declare-const y (_ BitVec 4096))
(assert (= ((_ extract 4095 4000) x) ((_ extract 95 0) y)))
(assert (bvult x y))
(check-sat)
(assert (bvult y x))
(check-sat)
