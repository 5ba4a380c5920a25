; ERROR: 3:11 closing parenthesis
(declare-const x Bool)
(assert x))
