; ERROR: 3:9 sort Bool
(declare-const x (_ BitVec 1))
(assert x)
