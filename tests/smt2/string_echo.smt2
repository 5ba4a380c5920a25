; OUTPUT: say "hi"; bye
; OUTPUT: sat
; OUTPUT: (:name "shrike")
; OUTPUT: (error "there is no unsatisfiable core")
(set-info :status sat)
(echo "say ""hi""; bye")
(check-sat)
(get-info :name)
(get-unsat-core)
(exit)
(this is never read
