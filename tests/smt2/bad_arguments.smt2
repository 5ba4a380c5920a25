; ERROR: 3:10 bvult: wrong number of arguments
(declare-const x (_ BitVec 8))
(assert (bvult x x x))
