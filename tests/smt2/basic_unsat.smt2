; EXPECT: unsat
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(assert (bvult x #x05))
(assert (bvugt x #x05))
(check-sat)
