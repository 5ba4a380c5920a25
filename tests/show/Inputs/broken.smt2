(set-logic QF_BV)
(assert (= x
