; OUTPUT: sat
; OUTPUT: (((select a #x03) #x0a)
; OUTPUT:  ((select (store a #x03 #x0b) #x03) #x0b))
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(assert (= (select a #x03) #x0a))
(check-sat)
(get-value ((select a #x03) (select (store a #x03 #x0b) #x03)))
