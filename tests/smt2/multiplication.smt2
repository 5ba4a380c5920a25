; EXPECT: sat
; EXPECT: unsat
(declare-const x (_ BitVec 16))
(declare-const y (_ BitVec 16))
(assert (= (bvmul ((_ zero_extend 16) x) ((_ zero_extend 16) y)) (_ bv62615533 32)))
(assert (bvugt x #x0001))
(assert (bvugt y #x0001))
(push)
(check-sat)
(pop)
(assert (= ((_ extract 0 0) x) #b0))
(check-sat)
