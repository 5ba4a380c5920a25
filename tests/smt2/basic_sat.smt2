; EXPECT: sat
(set-logic QF_BV)
(declare-fun x () (_ BitVec 32))
(declare-fun y () (_ BitVec 32))
(assert (= (bvadd x y) #x0000000a))
(assert (bvult x y))
(check-sat)
