; EXPECT: unsat
(declare-const x (_ BitVec 80))
(assert (= x (_ bv1208925819614629174706175 80)))
(assert (distinct x #xffffffffffffffffffff))
(check-sat)
