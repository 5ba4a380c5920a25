; EXPECT: unsat
; EXPECT: sat
(set-logic QF_ABV)
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const b (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const i (_ BitVec 8))
(assert (distinct (select a i) (select b i)))
(push)
(assert (= a b))
(check-sat)
(pop)
(check-sat)
