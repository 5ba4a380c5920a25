; ERROR: 3:1 pop without a push
(check-sat)
(pop 1)
