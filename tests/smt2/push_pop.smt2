; EXPECT: sat
; EXPECT: unsat
; EXPECT: sat
; EXPECT: unsat
; EXPECT: sat
(declare-const x (_ BitVec 16))
(assert (bvult x #x0100))
(check-sat)
(push 1)
(declare-const y (_ BitVec 16))
(assert (= y (bvadd x #x0001)))
(push)
(assert (bvugt y #x0100))
(check-sat)
(pop)
(check-sat)
(assert (= y #x0000))
(check-sat)
(pop 1)
(declare-const y Bool)
(assert y)
(check-sat)
