; ERROR: 3:13 extract: the bits are out of range
(declare-const x (_ BitVec 8))
(assert (= ((_ extract 8 0) x) #b000000000))
