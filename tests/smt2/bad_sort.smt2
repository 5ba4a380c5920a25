; ERROR: 3:10 same sort
(declare-const x (_ BitVec 8))
(assert (= x #b1))
