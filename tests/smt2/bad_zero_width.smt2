; ERROR: 2:28 at least one bit
(declare-const x (_ BitVec 0))
