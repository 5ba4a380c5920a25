; ERROR: 3:1 the file ends before this parenthesis is closed
(declare-const x Bool)
(assert (and x
