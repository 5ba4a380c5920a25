; Floats of our own formats do not go to Z3 (z3_float.smt2: of others they do).
; OUTPUT: unsat
; OUTPUT: sat
; OUTPUT: ((x (fp #b0 #b01111111 #b00000000000000000000001))
; OUTPUT:  (r roundTowardPositive))
; OUTPUT: unsat
; OUTPUT: sat
; OUTPUT: ((z (_ -zero 11 53))
; OUTPUT:  (n (_ NaN 11 53))
; OUTPUT:  (i (_ -oo 5 11)))
; OUTPUT: sat
; OUTPUT: unsat
(set-logic QF_ABVFP)
(declare-const x Float32)
(declare-const r RoundingMode)
(define-fun one () Float32 ((_ to_fp 8 24) RNE 1.0))
(define-fun tiny () Float32 ((_ to_fp 8 24) RNE 0.000000001))
(push)
; a NaN is the same as itself, and zeros are two
(assert (or (not (= (_ NaN 8 24) (fp.div RNE (_ +zero 8 24) (_ -zero 8 24)))) (= (_ +zero 8 24) (_ -zero 8 24))
            (fp.eq (_ NaN 8 24) (_ NaN 8 24)) (not (fp.eq (_ +zero 8 24) (_ -zero 8 24)))))
(check-sat)
(pop)
(push)
(assert (= x (fp.add r one tiny)))
(assert (fp.gt x one))
(check-sat)
(get-value (x r))
(assert (not (= r RTP)))
(check-sat)
(pop)
(declare-const z Float64)
(declare-const n (_ FloatingPoint 11 53))
(declare-const i Float16)
(push)
(assert (and (fp.isZero z) (fp.isNegative z) (fp.isNaN n) (= i (_ -oo 5 11))))
(check-sat)
(get-value (z n i))
(pop)
; what does not fit is any number, but one
(push)
(assert (= ((_ fp.to_ubv 8) RTZ i) #x2a))
(assert (fp.isNaN i))
(check-sat)
(assert (distinct ((_ fp.to_ubv 8) RTZ i) ((_ fp.to_ubv 8) RTZ (fp.neg i))))
(check-sat)
(pop)
