; ERROR: 3:14 malformed literal
(declare-const x (_ BitVec 8))
(assert (= x #xg))
