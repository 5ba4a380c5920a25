; ERROR: 2:28 more than 4096
(declare-const x (_ BitVec 5000))
