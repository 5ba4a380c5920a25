; OUTPUT: success
; OUTPUT: success
; OUTPUT: success
; OUTPUT: sat
(set-option :print-success true)
(declare-const p Bool)
(assert p)
(check-sat)
