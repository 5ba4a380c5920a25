; ERROR: 2:9 quantifiers are not supported
(assert (forall ((x (_ BitVec 8))) (= x x)))
