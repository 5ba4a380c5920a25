; EXPECT: unsat
(declare-const b Bool)
(declare-const x (_ BitVec 1))
(assert (= x (ite b #b1 #b0)))
(assert (= b (= x #b0)))
(check-sat)
