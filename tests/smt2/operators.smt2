; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
; EXPECT: unsat
(set-logic QF_BV)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(push)
; identities: their negation has no model
(assert (not (and
  (= (bvnand a b) (bvnot (bvand a b)))
  (= (bvnor a b) (bvnot (bvor a b)))
  (= (bvxnor a b) (bvnot (bvxor a b)))
  (= (bvsub a b) (bvadd a (bvneg b)))
  (= (bvcomp a b) (ite (= a b) #b1 #b0))
  (= (bvuge a b) (not (bvult a b)))
  (= (bvsge a b) (bvsle b a))
  (= (bvugt a b) (bvult b a))
  (= (bvsgt a b) (bvslt b a))
  (= ((_ rotate_left 3) a) (concat ((_ extract 4 0) a) ((_ extract 7 5) a)))
  (= ((_ rotate_right 11) a) (concat ((_ extract 2 0) a) ((_ extract 7 3) a)))
  (= ((_ repeat 2) a) (concat a a))
  (= (concat a b a) (concat (concat a b) a))
  (= ((_ sign_extend 0) a) a)
  (= (bvadd a b a) (bvadd (bvadd a b) a)))))
(check-sat)
(pop)
(push)
(assert (not (and
  (= (bvudiv a #x00) #xff) (= (bvurem a #x00) a)
  (= (bvsrem a #x00) a) (= (bvsmod a #x00) a)
  (= (bvsdiv a #x00) (ite (bvslt a #x00) #x01 #xff))
  (= (bvshl a #x08) #x00) (= (bvlshr a #xff) #x00)
  (= (bvashr a #x09) (ite (bvslt a #x00) #xff #x00)))))
(check-sat)
(pop)
(push)
; the sign of bvsmod follows the divisor
(assert (not (=> (and (distinct b #x00) (distinct (bvsmod a b) #x00))
  (= ((_ extract 7 7) (bvsmod a b)) ((_ extract 7 7) b)))))
(check-sat)
(pop)
; overflow predicates
(assert (not (and
  (= (bvuaddo a b) (bvult (bvadd a b) a))
  (= (bvnego a) (= a #x80))
  (= (bvsdivo a b) (and (= a #x80) (= b #xff)))
  (= (bvusubo a b) (bvult a b))
  (= (bvsaddo a b) (and (= ((_ extract 7 7) a) ((_ extract 7 7) b)) (distinct ((_ extract 7 7) a) ((_ extract 7 7) (bvadd a b)))))
  (= (bvumulo a b) (distinct #x00 ((_ extract 15 8) (bvmul (concat #x00 a) (concat #x00 b))))))))
(check-sat)
